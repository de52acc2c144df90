module example.com/shop

go 1.26.0

require example.com/tokens v0.0.0

replace example.com/tokens => ./third_party/tokens
