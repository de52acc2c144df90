module example.com/shop

go 1.26.0

require (
	example.com/tokens v0.0.0
	golang.org/x/sync v0.0.0
)

replace (
	example.com/tokens => ./third_party/tokens
	golang.org/x/sync => ./third_party/sync
)
