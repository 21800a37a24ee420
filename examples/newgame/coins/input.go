package coins

import (
	"fmt"
	"strings"

	"github.com/touchstone-suite/touchstone/oracle/homework"
	"github.com/touchstone-suite/touchstone/oracle/scan"
)

// An Input is a parsed input file (rule 1).
type Input struct {
	Prune  bool
	CutOff int
	Row    []int32
}

var tasks = []string{"MINIMAX", "ALPHABETA"}

const mostCoins = 20

// Parse reads an input file; name is what errors call it.
func Parse(name string, src []byte) (homework.Problem, error) {
	in, l := new(Input), scan.NewLines(name, src)
	task, err := l.OneOf("the task", tasks...)
	if err != nil {
		return nil, err
	}
	in.Prune = task == 1
	if in.CutOff, err = l.Int("the cut-off depth", 1, mostCoins); err != nil {
		return nil, err
	}
	if in.Row, err = l.Ints("coins", -1, 1, 9); err != nil {
		return nil, err
	}
	if n := len(in.Row); n < 1 || n > mostCoins {
		return nil, l.Errorf("want 1 to %d coins, found %d", mostCoins, n)
	}
	return in, l.End()
}

// String returns the input file.
func (in *Input) String() string {
	return fmt.Sprintf("%s\n%d\n%s\n", in.task(), in.CutOff, strings.Trim(fmt.Sprint(in.Row), "[]"))
}

func (in *Input) task() string {
	if in.Prune {
		return tasks[1]
	}
	return tasks[0]
}
