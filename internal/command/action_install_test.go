package command

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A release is installed once, if there is one for the version and the system and its checksum is
// right; of branches and commits nothing is asked for.
func TestActionInstallsRelease(t *testing.T) {
	for _, tool := range []string{"bash", "curl", "tar", "sha256sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	var archive bytes.Buffer
	packed := gzip.NewWriter(&archive)
	files := tar.NewWriter(packed)
	for _, name := range []string{"LICENSE", "touchstone"} {
		text := "#!/bin/sh\necho " + name + "\n"
		if err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := files.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(files.Close(), packed.Close()); err != nil {
		t.Fatal(err)
	}
	name := "touchstone_1.2.3_linux_arm64.tar.gz"
	sums := fmt.Sprintf("%x  %s\n", sha256.Sum256(archive.Bytes()), name)
	served := map[string]string{
		"/v1.2.3/checksums.txt": sums, "/v1.2.3/" + name: archive.String(),
		"/v1.2.4/checksums.txt": strings.Repeat("0", 64) + "  touchstone_1.2.4_linux_arm64.tar.gz\n", "/v1.2.4/touchstone_1.2.4_linux_arm64.tar.gz": archive.String(),
	}
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path)
		if text, ok := served[r.URL.Path]; ok {
			fmt.Fprint(w, text)
			return
		}
		http.NotFound(w, r)
	}))
	defer server.Close()
	install := readAction(t).step(t, "install")
	for _, c := range []struct {
		ref, system string
		installed   bool
		asked       int
		status      int
	}{
		{"v1.2.3", "Linux-ARM64", true, 2, 0},
		{"v1.2.3", "Linux-X64", false, 2, 0},   // not of this release
		{"v1.2.3", "Plan9-MIPS", false, 0, 0},  // of none
		{"v1.2.4", "Linux-ARM64", false, 2, 3}, // not what its checksum says
		{"v9.9.9", "Linux-ARM64", false, 1, 0},
		{"v1", "Linux-ARM64", false, 0, 0},
		{"main", "Linux-ARM64", false, 0, 0},
	} {
		asked = nil
		temp := t.TempDir()
		env := []string{"TS_REF=" + c.ref, "TS_SYSTEM=" + c.system, "TS_URL=" + server.URL}
		printed, outputs, status := install.run(t, temp, temp, env...)
		if status != c.status || (outputs["installed"] == "true") != c.installed || len(asked) != c.asked {
			t.Errorf("%+v: status %d, outputs %v, asked for %v\n%s", c, status, outputs, asked, printed)
		}
		left, _ := filepath.Glob(filepath.Join(temp, "touchstone-bin", "*"))
		if c.installed != (len(left) == 1) || len(left) > 1 {
			t.Errorf("%+v leaves %v", c, left)
		}
		if !c.installed {
			continue
		}
		asked = nil
		if _, outputs, _ = install.run(t, temp, temp, env...); outputs["installed"] != "true" || len(asked) > 0 {
			t.Errorf("%+v, from the cache: outputs %v, asked for %v", c, outputs, asked)
		}
		if out, err := exec.Command(left[0]).Output(); err != nil || string(out) != "touchstone\n" {
			t.Errorf("%v: %s", err, out)
		}
	}
}
