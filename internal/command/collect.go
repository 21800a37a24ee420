package command

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/touchstone-suite/touchstone/internal/escape"
	"github.com/touchstone-suite/touchstone/internal/prose"
	"github.com/touchstone-suite/touchstone/internal/submissions"
)

func newCourseCollect() *cobra.Command {
	var out, table string
	cmd := &cobra.Command{
		Use:   "collect DOWNLOAD",
		Short: "Make a roster of what Canvas or Moodle gives of a class",
		Long: `Collect takes all submissions of an assignment as Canvas or Moodle gives them, a zip file
or a folder, and writes a folder for each student, in which files have the names that they
had when they were handed in, and roster.csv, the table that "touchstone grade" takes.

With --table, the platform's own table of grades (Canvas: Grades, Export; Moodle:
Download grading worksheet), students have their login or address as name, those who
have handed in nothing are in the roster, and so is what an upload of the grades needs.

When something came Canvas tells with a mark alone, and Moodle in that table, in the time
zone of whoever downloads it. Where late days count, the column "submitted" has it.`,
		Example: `  touchstone course collect submissions.zip --table grades.csv --out handed-in
  touchstone grade mancala handed-in/roster.csv --out books --format canvas`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := submissions.Collect(cmd.Context(), args[0], table, out)
			if err != nil {
				return usage(err)
			}
			printCollection(cmd, c, filepath.Join(out, submissions.RosterName), table != "")
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "handed-in", "the `DIR` to write, which is new or empty")
	cmd.Flags().StringVar(&table, "table", "", "the platform's table of grades, a CSV `FILE`")
	return cmd
}

func printCollection(cmd *cobra.Command, c *submissions.Collection, roster string, table bool) {
	w := cmd.OutOrStdout()
	fmt.Fprintf(w, "%s: %s", escape.Line(roster), prose.Count(c.Students, "student"))
	if c.Without > 0 {
		fmt.Fprintf(w, ", %d of whom handed in nothing", c.Without)
	}
	fmt.Fprintf(w, ", %s\n", prose.Count(c.Files, "file"))
	some := func(list []string, format string) {
		if len(list) > 0 {
			fmt.Fprintf(w, format+"\n", named(list))
		}
	}
	if table {
		some(c.Unknown, "not in the table: %s")
	} else {
		fmt.Fprintln(w, "who handed in nothing is known with --table FILE only")
	}
	some(c.Late, `late, which costs something once the column "submitted" tells when they came: %s`)
	some(c.Earlier, "left out, since they were handed in again under the same name: %s")
	some(c.Passed, "left out, since they are named otherwise: %s")
}
