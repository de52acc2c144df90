module example.com/tokens

go 1.26.0
