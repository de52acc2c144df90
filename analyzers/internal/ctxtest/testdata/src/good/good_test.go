package good

func helper() {
	plain() // want "plain has nothing to say about ctx"
}
