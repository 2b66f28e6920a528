import { conditionTypes, phaseOf, type Workload, type WorkloadPhase } from '@gpulease/crds';
import { findCondition, type Clock } from '@gpulease/kube';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Caches } from './caches.ts';
import type { NetworkCheck } from './cluster-network/network-check.ts';
import { nodePortUse, type PortRange } from './node-port-use.ts';

export interface ProductMetricsOptions {
  caches: Pick<Caches, 'workloads' | 'regions' | 'images' | 'services' | 'kubeVirt'>;
  registry: Registry;
  clock: Clock;
  /** The API server's `--service-node-port-range`. */
  nodePorts: PortRange;
  networkCheck: Pick<NetworkCheck, 'condition'>;
  /** Only the operator at work tells of the product, so that nothing is counted twice. */
  isLeader: () => boolean;
}

const START_BUCKETS = [10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600];

/** Exports what the catalogue and the workloads are like; gauges are counted at each scrape, from the caches. */
export function exportProduct(options: ProductMetricsOptions): void {
  exportWorkloads(options);
  exportPending(options);
  exportGpus(options);
  exportMachines(options);
  exportImports(options);
  exportNodePorts(options);
  exportNetworkPolicies(options);
  observeStarts(options);
}

function exportWorkloads({ caches, registry, isLeader }: ProductMetricsOptions): void {
  new Gauge({
    name: 'gpulease_workloads',
    help: 'Workloads by phase and reason',
    labelNames: ['phase', 'reason'] as const,
    registers: [registry],
    collect() {
      this.reset();
      if (!isLeader()) return;
      for (const workload of caches.workloads.informer.store.list())
        this.inc({ phase: phaseOf(workload), reason: workload.status?.reason ?? '' });
    },
  });
}

function exportPending({ caches, registry, clock, isLeader }: ProductMetricsOptions): void {
  new Gauge({
    name: 'gpulease_workload_oldest_pending_seconds',
    help: 'For how many seconds the oldest Pending workload has been waiting, by reason',
    labelNames: ['reason'] as const,
    registers: [registry],
    collect() {
      this.reset();
      if (!isLeader()) return;
      for (const [reason, since] of oldestPending(caches.workloads.informer.store.list()))
        this.set({ reason }, (clock.now().getTime() - since) / 1000);
    },
  });
}

/** When the oldest of the workloads that are Pending for each reason became so, in milliseconds. */
export function oldestPending(workloads: readonly Workload[]): Map<string, number> {
  const oldest = new Map<string, number>();
  for (const workload of workloads) {
    if (phaseOf(workload) !== 'Pending') continue;
    const reason = workload.status?.reason ?? '';
    oldest.set(reason, Math.min(oldest.get(reason) ?? Infinity, pendingSince(workload)));
  }
  return oldest;
}

/** It was made then, or gave up its place then. */
function pendingSince({ metadata, status }: Workload): number {
  const scheduled = findCondition(status?.conditions, conditionTypes.scheduled);
  return Math.max(
    Date.parse(metadata.creationTimestamp ?? ''),
    Date.parse(scheduled?.lastTransitionTime ?? '') || 0,
  );
}

function exportGpus({ caches, registry, isLeader }: ProductMetricsOptions): void {
  new Gauge({
    name: 'gpulease_gpus',
    help: 'GPUs by region, model and state: total, allocated, free',
    labelNames: ['region', 'model', 'state'] as const,
    registers: [registry],
    collect() {
      this.reset();
      if (!isLeader()) return;
      for (const { metadata, status } of caches.regions.store.list())
        for (const { model, total, allocated, free } of status?.capacity ?? [])
          for (const [state, count] of Object.entries({ total, allocated, free }))
            this.set({ region: metadata.name, model, state }, count);
    },
  });
}

/** By the name that the machine's other metrics have, too, so that what machines do can be summed up by region, model and node. */
function exportMachines({ caches, registry, isLeader }: ProductMetricsOptions): void {
  new Gauge({
    name: 'gpulease_machine_gpus',
    help: 'GPUs of each running machine, 0 with an empty model where it has none, to join what it measures by its name',
    labelNames: ['name', 'region', 'model', 'compute_node'] as const,
    registers: [registry],
    collect() {
      this.reset();
      if (!isLeader()) return;
      for (const workload of caches.workloads.informer.store.list())
        if (phaseOf(workload) === 'Running') setMachine(this, workload);
    },
  });
}

function setMachine(
  gauge: Gauge<'name' | 'region' | 'model' | 'compute_node'>,
  { spec, status = {} }: Workload,
): void {
  const { virtualMachine: name, resources, placed } = status;
  const { model = '', count = 0 } = resources?.gpu ?? {};
  if (name === undefined) return;
  gauge.set({ name, region: spec.region, model, compute_node: placed?.node ?? '' }, count);
}

function exportNodePorts({ caches, registry, nodePorts, isLeader }: ProductMetricsOptions): void {
  new Gauge({
    name: 'gpulease_node_ports',
    help: "The cluster's NodePorts by state; allocated: by machines. Without a free one, a new machine cannot be reached",
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.reset();
      if (!isLeader()) return;
      const use = nodePortUse(nodePorts, caches.services.informer.store.list());
      for (const state of ['total', 'allocated', 'free'] as const) this.set({ state }, use[state]);
    },
  });
}

/** Without a sample where it is not known. */
function exportNetworkPolicies({ networkCheck, registry, isLeader }: ProductMetricsOptions): void {
  new Gauge({
    name: 'gpulease_network_policies_enforced',
    help: '1 if the cluster enforces NetworkPolicies; 0 if it does not, so that machines of different tenants reach each other',
    labelNames: [] as const,
    registers: [registry],
    collect() {
      this.remove();
      const { status } = networkCheck.condition();
      if (isLeader() && status !== 'Unknown') this.set(status === 'True' ? 1 : 0);
    },
  });
}

function exportImports({ caches, registry, isLeader }: ProductMetricsOptions): void {
  new Gauge({
    name: 'gpulease_images_not_ready',
    help: 'VMImages that no machine can be started with, by reason',
    labelNames: ['reason'] as const,
    registers: [registry],
    collect() {
      this.reset();
      if (!isLeader()) return;
      for (const { status } of caches.images.store.list()) {
        const ready = findCondition(status?.conditions, conditionTypes.ready);
        if (ready?.status === 'False') this.inc({ reason: ready.reason });
      }
    },
  });
}

/** Times starts, and counts those that came to nothing. What began before this process did is not timed. */
function observeStarts({ caches, registry, clock, isLeader }: ProductMetricsOptions): void {
  const started = new Histogram({
    name: 'gpulease_workload_start_duration_seconds',
    help: 'Seconds from Starting to Running',
    buckets: START_BUCKETS,
    registers: [registry],
  });
  const failed = new Counter({
    name: 'gpulease_workload_failed_starts_total',
    help: 'Starts that ended in Failed or Pending, by reason',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  const startingSince = new Map<string, number>();
  const ended = (phase: WorkloadPhase, reason: string, since: number | undefined): void => {
    if (phase === 'Running' && since !== undefined) started.observe((clock.monotonic() - since) / 1000);
    if (phase === 'Failed' || phase === 'Pending') failed.inc({ reason });
  };
  caches.workloads.informer.onChange((key, before, after) => {
    if (before === undefined || after === undefined) {
      startingSince.delete(key);
      return;
    }
    const [was, is] = [phaseOf(before), phaseOf(after)];
    if (was === is) return;
    const since = startingSince.get(key);
    startingSince.delete(key);
    if (is === 'Starting') startingSince.set(key, clock.monotonic());
    if (was === 'Starting' && isLeader()) ended(is, after.status?.reason ?? '', since);
  });
}
