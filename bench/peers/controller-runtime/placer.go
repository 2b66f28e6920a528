package main

import (
	"sync"

	"k8s.io/apimachinery/pkg/types"
)

// amounts are millicores, bytes and GPUs.
type amounts struct {
	cpu, memory, storage, gpus int64
}

func (a amounts) plus(b amounts) amounts {
	return amounts{a.cpu + b.cpu, a.memory + b.memory, a.storage + b.storage, a.gpus + b.gpus}
}

func (a amounts) minus(b amounts) amounts {
	return amounts{a.cpu - b.cpu, a.memory - b.memory, a.storage - b.storage, a.gpus - b.gpus}
}

func (a amounts) fits(b amounts) bool {
	return a.cpu <= b.cpu && a.memory <= b.memory && a.storage <= b.storage && a.gpus <= b.gpus
}

type allocation struct {
	node    string
	amounts amounts
}

// candidate is a node that could run a workload, with its total capacity.
type candidate struct {
	name     string
	capacity amounts
}

// placer allocates capacity. An allocation counts at once, before the API server has it.
type placer struct {
	mu          sync.Mutex
	allocations map[types.NamespacedName]allocation
	used        map[string]amounts
}

func newPlacer() *placer {
	return &placer{allocations: map[types.NamespacedName]allocation{}, used: map[string]amounts{}}
}

// place allocates on the first node with sufficient free capacity.
func (p *placer) place(workload types.NamespacedName, wanted amounts, candidates []candidate) (string, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if held, ok := p.allocations[workload]; ok {
		return held.node, true
	}
	for _, node := range candidates {
		if wanted.fits(node.capacity.minus(p.used[node.name])) {
			p.take(workload, allocation{node.name, wanted})
			return node.name, true
		}
	}
	return "", false
}

// assume records the allocation in a workload's status.
func (p *placer) assume(workload types.NamespacedName, held allocation) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.take(workload, held)
}

func (p *placer) release(workload types.NamespacedName) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.give(workload)
}

func (p *placer) take(workload types.NamespacedName, held allocation) {
	p.give(workload)
	p.allocations[workload] = held
	p.used[held.node] = p.used[held.node].plus(held.amounts)
}

func (p *placer) give(workload types.NamespacedName) {
	held, ok := p.allocations[workload]
	if !ok {
		return
	}
	delete(p.allocations, workload)
	p.used[held.node] = p.used[held.node].minus(held.amounts)
}
