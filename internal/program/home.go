package program

// Home returns the folder of the submission's copy in which a program that has a folder of its own
// begins: with a Makefile, that in which it was built. It is "" for a command or a single file.
func (p *Program) Home() string { return p.home }

// Settle fills an empty folder with what is in the program's home, and returns the number of bytes.
// Links stay as they are: nobody but the program follows them. If there is too much, the error is
// a *BuildError.
func (p *Program) Settle(to string) (size int64, err error) {
	if p.home == "" {
		return 0, nil
	}
	size, err = takeParts(p.home, to, ".", func(in *intake) error {
		in.verbatim = true
		return in.folder(".", nil)
	})
	return size, blamed(err)
}
