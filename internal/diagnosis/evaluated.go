package diagnosis

import (
	"context"
	"slices"
	"strings"

	"github.com/touchstone-suite/touchstone/internal/diagnosis/decision"
	"github.com/touchstone-suite/touchstone/internal/diagnosis/evaluation"
	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/replay"
	"github.com/touchstone-suite/touchstone/testscript/verdict"
)

// evaluated says in the explanations of failing cases what the program's evaluation is, where that is known:
// leaves that are wrong there have a cause in common.
func (r *reading) evaluated(ctx context.Context, failed []verdict.Result,
	explained map[string]*decision.Explanation) error {
	atLeaf := func(f verdict.Result) bool {
		for e := explained[f.Case.Name]; e != nil; e = e.Next {
			if ofLeaf(e.Decision) {
				return true
			}
		}
		return false
	}
	if !slices.ContainsFunc(failed, atLeaf) {
		return nil
	}
	logs := r.logs(failed, explained)
	stages := map[string]replay.Stage{}
	for _, log := range logs {
		stages[log.Case] = log.Stage
	}
	found, err := evaluation.Solve(ctx, homework.Options{Edition: r.edition}, logs)
	if found == nil || err != nil {
		return err
	}
	for _, f := range failed {
		stage := stages[f.Case.Name]
		for e := explained[f.Case.Name]; e != nil; e = e.Next {
			if ofLeaf(e.Decision) && found.Explains(f.Case.Name, e.Line-stage.First) {
				r.sayEvaluation(e, found, stage.Rules)
			}
		}
	}
	return nil
}

// infinite are the keys of decisions that give a leaf an infinite value.
var infinite = []string{"leaf-infinite", "end-infinite", "end-missed", "limit-passed"}

// ofLeaf reports whether a decision is about the value of a leaf.
func ofLeaf(d *decision.Decision) bool {
	return d != nil && (strings.HasPrefix(d.Key, "leaf-value") || slices.Contains(infinite, d.Key))
}

// sayEvaluation says how a program comes by the value of a leaf, in place of what this one leaf alone might
// mean.
func (r *reading) sayEvaluation(e *decision.Explanation, found *evaluation.Solution, rules replay.Rules) {
	d := *e.Decision
	d.Does, d.Of = found.Does, ""
	if slices.Contains(infinite, d.Key) {
		d.Key, d.Right = "leaf-infinite", "a leaf is worth its evaluation, also where the game is over"
	} else {
		d.Key, d.Right, d.Rules = "leaf-value",
			"the evaluation is what the root player has minus what the opponent has", rules.About(replay.Evaluation)
	}
	e.Decision = &d
	e.Says = slices.DeleteFunc(slices.Clone(e.Says),
		func(says string) bool { return strings.HasPrefix(says, "that is ") })
}

// controls is how many cases whose logs are right are weighed with those that fail.
const controls = 12

// logs returns the logs of failing cases, the smallest first, among them some that are right.
func (r *reading) logs(failed []verdict.Result, explained map[string]*decision.Explanation) (
	logs []evaluation.Log) {
	var right []evaluation.Log
	for _, one := range smallestFirst(r.results) {
		if v := r.byName[one.Case.Name]; v == nil || formed(v.read) {
			if log, ok := logToWeigh(one); ok {
				log.Lines = nil
				right = append(right, log)
			}
			if len(right) == controls {
				break
			}
		}
	}
	for _, one := range smallestFirst(failed) {
		if log, ok := logToWeigh(one); ok {
			for e := explained[one.Case.Name]; e != nil; e = e.Next {
				log.Asked = append(log.Asked, e.Line-log.Stage.First)
			}
			logs = append(logs, log)
		}
		if len(logs)%2 == 0 && len(right) > 0 {
			logs, right = append(logs, right[0]), right[1:]
		}
	}
	return append(logs, right...)
}

// logToWeigh returns the log of a case. ok is false if there is none to be read.
func logToWeigh(r verdict.Result) (log evaluation.Log, ok bool) {
	game, ok := r.Case.Problem.(homework.Replayer)
	if !ok {
		return log, false
	}
	stage := game.Stage()
	i := slices.IndexFunc(r.Files, func(f verdict.File) bool { return f.Name == stage.File })
	if stage.File == "" || i < 0 {
		return log, false
	}
	log = evaluation.Log{Case: r.Case.Name, Search: game, Stage: stage}
	f := r.Files[i]
	if f.Verdict == verdict.Pass || r.Verdict == verdict.Pass {
		return log, true
	}
	text := written(f, partial(r))
	if len(text) < stage.First {
		return log, false
	}
	log.Lines = text[stage.First-1:]
	return log, true
}
