package ctxapi

// AsksOthers reports whether a program, called with the first argument ("" if
// that isn't known), asks another machine or a service of this one for
// something and waits for the answer, so that it may hang without a fault of its
// own. Programs that take long by design, such as builds and containers, are
// not among them.
func AsksOthers(program, arg string) bool {
	switch program {
	case "curl", "wget", "ssh", "scp", "sftp", "ping", "dig", "nslookup", "host", "whois",
		"systemctl", "resolvectl", "networkctl", "loginctl", "hostnamectl", "timedatectl", "dbus-send", "busctl", "nmcli",
		"kubectl", "aws", "gcloud", "gsutil", "az", "wsl", "wsl.exe",
		"redis-cli", "etcdctl", "psql", "mysql":
		return true
	case "git":
		switch arg {
		case "fetch", "pull", "push", "ls-remote":
			return true
		}
	}
	return false
}

// CommandLine reports whether the package of that path is a library for programs
// with commands, whose functions are handed its types and run once.
func CommandLine(path string) bool {
	switch path {
	case "github.com/spf13/cobra",
		"github.com/urfave/cli", "github.com/urfave/cli/v2", "github.com/urfave/cli/v3",
		"github.com/alecthomas/kingpin/v2", "github.com/alecthomas/kong", "gopkg.in/alecthomas/kingpin.v2":
		return true
	}
	return false
}

// ForTests reports whether the package of that path is a library that only tests
// and what is there for them use.
func ForTests(path string) bool {
	switch path {
	case "github.com/stretchr/testify/assert", "github.com/stretchr/testify/mock", "github.com/stretchr/testify/require", "github.com/stretchr/testify/suite",
		"github.com/onsi/ginkgo", "github.com/onsi/ginkgo/v2", "github.com/onsi/gomega",
		"go.uber.org/mock/gomock", "github.com/golang/mock/gomock":
		return true
	}
	return false
}
