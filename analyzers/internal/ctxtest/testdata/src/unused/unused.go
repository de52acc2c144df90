package unused

import "unused/old"

func fresh() {}

func f() {
	old.Call() // want "old.Call ignores ctx; use fresh instead"
}
