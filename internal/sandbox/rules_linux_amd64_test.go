//go:build !portable

package sandbox

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/touchstone-suite/touchstone/internal/expect"
	"github.com/touchstone-suite/touchstone/internal/must"
	"github.com/touchstone-suite/touchstone/internal/sandbox/filtertest"
)

// Each line of the table has the number, the name and the arguments of a call, and the answers of five filters. The
// first two are for programs in a view, of another user and of the same user. The next two are for programs without a
// view, of another user and of the same user, if files are watched. The last is for the same user if they are not.
// The filters permit all calls that are not in the table, with arguments of zeros and of ones.
func TestFilter(t *testing.T) {
	var filters [][]unix.SockFilter
	for _, c := range []struct{ view, user, watched bool }{
		{true, true, false}, {true, false, false}, {false, true, true}, {false, false, true}, {false, false, false},
	} {
		filters = append(filters, newRules(c.view, c.user, c.watched).filter())
	}
	const all, ones = "all", "0x7fffffff,0x7fffffff,0x7fffffff,0x7fffffff,0x7fffffff,0x7fffffff"
	want := map[string]string{}
	for number := range lastKnown + 2 {
		want[fmt.Sprint(number, " 0")] = strings.Repeat(" allow", len(filters))
		want[fmt.Sprint(number, " ", all)] = strings.Repeat(" allow", len(filters))
	}
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/calls_amd64.txt"))(t))) {
		words := strings.SplitN(strings.TrimSpace(line), " ", 4)
		for _, arguments := range strings.Fields(strings.Replace(words[2], "any", "0 all", 1)) {
			want[words[0]+" "+arguments] = " " + words[3]
		}
	}
	for call, want := range want {
		number, arguments, _ := strings.Cut(strings.Replace(call, all, ones, 1), " ")
		var args []uint64
		for word := range strings.SplitSeq(arguments, ",") {
			args = append(args, must.Get(strconv.ParseUint(word, 0, 64))(t))
		}
		n, got := must.Get(strconv.Atoi(number))(t), ""
		for _, filter := range filters {
			answer := filtertest.Answer(t, filter, auditArch, uint32(n), args...)
			known := map[uint32]string{unix.SECCOMP_RET_ALLOW: "allow", unix.SECCOMP_RET_ERRNO: "ignore"}[answer]
			got += " " + cmp.Or(known, unix.ErrnoName(unix.Errno(answer-unix.SECCOMP_RET_ERRNO)))
		}
		expect.Equal(t, want, got, call)
	}
	_, err := unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0)
	expect.Equal(t, err == nil, checkSeccomp() == nil, "the kernel has filters")
	foreign := filtertest.Answer(t, filters[0], unix.AUDIT_ARCH_AARCH64, unix.SYS_READ)
	expect.Equal(t, uint32(unix.SECCOMP_RET_KILL_PROCESS), foreign, "a call of another architecture")
}
