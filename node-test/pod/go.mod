// The program of the pods that stand for others in `make test-node`.
module gpulease.dev/pod

go 1.26.0
