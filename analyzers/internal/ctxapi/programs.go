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
