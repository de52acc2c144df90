package ctxapi

// Shapes gives the tests the type for each method of the shapes.
func Shapes() map[string][2]string {
	all := make(map[string][2]string)
	for method, s := range shapes {
		all[method] = [2]string{s.path, s.name}
	}
	return all
}
