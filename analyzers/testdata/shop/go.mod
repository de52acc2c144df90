module example.com/shop

go 1.26.0

require (
	example.com/tokens v0.0.0
	go.etcd.io/etcd/client/v3 v3.0.0
	golang.org/x/sync v0.0.0
)

replace (
	example.com/tokens => ./third_party/tokens
	go.etcd.io/etcd/client/v3 => ./third_party/etcd
	golang.org/x/sync => ./third_party/sync
)
