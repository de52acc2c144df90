package nogolden

func old() {} // want old:"old"

func fresh() {}

func f() {
	old() // want "old ignores ctx; use fresh instead"
}
