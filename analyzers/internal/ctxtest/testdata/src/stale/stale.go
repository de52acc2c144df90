package stale

func plain() {}

func f() {
	plain() // want "plain has nothing to say about ctx"
}
