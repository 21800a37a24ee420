package program

import "strings"

// A Language is how programs of one kind are built and run. The words of its
// commands in braces are replaced:
//
//	{python2} ...  a tool
//	{file} {dir}   the source and its folder, in the copy of the submission
//	{out}          the folder for what is built
//	{program}      an executable in that
//	{class} {root} the Java class of the source, and the folder of its packages
//	{packages}     what of Go is to be built
type Language struct {
	Name    string
	compile string // a command, or ""
	run     string
}

var (
	python2 = &Language{Name: "Python 2.7", run: "{python2} -B {file}"}
	python3 = &Language{Name: "Python 3", run: "{python3} -B {file}"}
	// Only the first error is shown, so that it does not get lost among its consequences.
	cxx        = &Language{Name: "C++", compile: "{cxx} -O2 -w -Wfatal-errors -o {program} {file}", run: "{program}"}
	cxx98      = &Language{Name: "C++98", compile: "{cxx} -O2 -std=gnu++98 -w -Wfatal-errors -o {program} {file}", run: "{program}"}
	cxx11      = &Language{Name: "C++11", compile: "{cxx} -O2 -std=c++11 -w -Wfatal-errors -o {program} {file}", run: "{program}"}
	java       = &Language{Name: "Java", compile: "{javac} -J-XX:-UsePerfData -encoding UTF-8 -nowarn -Xmaxerrs 5 -sourcepath {root} -d {out} {file}", run: "{java} -XX:-UsePerfData -Djava.io.tmpdir=. -cp {out} {class}"}
	javascript = &Language{Name: "JavaScript", run: "{node} {file}"}
	golang     = &Language{Name: "Go", compile: "{go} build -C {dir} -trimpath -buildvcs=false -o {program} {packages}", run: "{program}"}
	makefile   = &Language{Name: "Makefile", compile: "{make} -s --no-print-directory -C {dir} agent", run: "{make} -s run"}
	executable = &Language{Name: "executable", run: "{file}"}
)

// A Tool is a compiler or an interpreter.
type Tool struct {
	Flag  string // flag that names another one, or ""
	About string
	names []string // looked up on the PATH, in this order
	// windows lists additional names on Windows, each with the arguments that make it the
	// wanted tool: there "python" may be any version, and "py" starts all of them.
	windows []string
	// home names the tool whose flag also applies to this one: both are in the same
	// installation.
	home string
	// ask are arguments that make the tool print where it really is, and answer extracts
	// that from the output.
	ask    []string
	answer func(printed string) string
}

var tools = map[string]*Tool{
	"python2": {Flag: "python2", About: "interpreter of Python 2.7", names: []string{"python2.7", "python2"}, windows: []string{"python", "py -2"}, ask: askVersion("2"), answer: strings.TrimSpace},
	"python3": {Flag: "python3", About: "interpreter of Python 3", names: []string{"python3"}, windows: []string{"python", "py -3"}, ask: askVersion("3"), answer: strings.TrimSpace},
	"node":    {Flag: "node", About: "interpreter of JavaScript", names: []string{"node", "nodejs"}, ask: []string{"-p", "process.execPath"}, answer: strings.TrimSpace},
	"cxx":     {Flag: "cxx", About: "compiler of C++", names: []string{"g++", "c++", "clang++"}},
	"java":    {Flag: "java", About: "java of a JDK, beside its javac", names: []string{"java"}, ask: []string{"-XshowSettings:properties", "-version"}, answer: javaHome("java")},
	"javac":   {home: "java", names: []string{"javac"}, ask: []string{"-J-XshowSettings:properties", "-version"}, answer: javaHome("javac")},
	"make":    {Flag: "make", About: "make", names: []string{"make", "gmake"}},
	"go":      {names: []string{"go"}},
}

// FlagTools returns the tools that have a flag, in the order of a help text.
func FlagTools() (flagged []*Tool) {
	for _, name := range []string{"python2", "python3", "cxx", "java", "node", "make"} {
		flagged = append(flagged, tools[name])
	}
	return flagged
}

var askPython = []string{"-c", "import sys; print(sys.executable)"}

// askVersion returns arguments that make an interpreter of another version fail.
func askVersion(major string) []string {
	return []string{"-c", "import sys; sys.version_info[0] == " + major + " or sys.exit('it is of version %d' % sys.version_info[0]); print(sys.executable)"}
}
