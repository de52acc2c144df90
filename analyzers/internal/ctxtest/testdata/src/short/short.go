package short

func plain() {}

func f() {
	plain() // want "plain has"
}
