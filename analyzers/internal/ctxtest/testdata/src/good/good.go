package good

import "good/dep"

func old() int { return dep.Value } // want old:"old"

func fresh() int { return dep.Value }

func plain() {}

func f() int {
	plain()        // want "plain has nothing to say about ctx"
	if old() > 1 { // want "old ignores ctx; use fresh instead"
		return 2
	}
	x := old() // want "old ignores ctx; use fresh instead"
	return x
}
