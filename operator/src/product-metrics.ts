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
  /** Only the leader exports product metrics, so that nothing is counted twice. */
  isLeader: () => boolean;
}

const START_BUCKETS = [10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600];

/** Exports metrics of the catalogue and the workloads. Gauges are computed from the caches at each scrape. */
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

/** Exports a gauge that `collect` fills at each scrape while this operator leads. */
function exportGauge<Label extends string = never>(
  { registry, isLeader }: ProductMetricsOptions,
  { name, help, labelNames = [] }: { name: string; help: string; labelNames?: readonly Label[] },
  collect: (gauge: Gauge<Label>) => void,
): void {
  new Gauge({
    ...{ name, help, labelNames },
    registers: [registry],
    collect() {
      // Without labels a reset gauge is 0, not absent.
      if (labelNames.length === 0) this.remove();
      else this.reset();
      if (isLeader()) collect(this);
    },
  });
}

function exportWorkloads(options: ProductMetricsOptions): void {
  const labelNames = ['phase', 'reason'] as const;
  const gauge = { name: 'gpulease_workloads', help: 'Workloads by phase and reason', labelNames };
  exportGauge(options, gauge, (counts) => {
    for (const workload of options.caches.workloads.informer.store.list())
      counts.inc({ phase: phaseOf(workload), reason: workload.status?.reason ?? '' });
  });
}

function exportPending(options: ProductMetricsOptions): void {
  const { caches, clock } = options;
  const gauge = {
    name: 'gpulease_workload_oldest_pending_seconds',
    help: 'Seconds that the oldest Pending workload has been waiting, by reason',
    labelNames: ['reason'] as const,
  };
  exportGauge(options, gauge, (seconds) => {
    for (const [reason, since] of oldestPending(caches.workloads.informer.store.list()))
      seconds.set({ reason }, (clock.now().getTime() - since) / 1000);
  });
}

/** Returns since when the oldest Pending workload of each reason has been waiting, in milliseconds since 1970. */
function oldestPending(workloads: readonly Workload[]): Map<string, number> {
  const oldest = new Map<string, number>();
  for (const workload of workloads) {
    if (phaseOf(workload) !== 'Pending') continue;
    const reason = workload.status?.reason ?? '';
    oldest.set(reason, Math.min(oldest.get(reason) ?? Infinity, pendingSince(workload)));
  }
  return oldest;
}

/** Returns when the workload was created or last gave up its place. */
function pendingSince({ metadata, status }: Workload): number {
  const scheduled = findCondition(status?.conditions, conditionTypes.scheduled);
  return Math.max(
    Date.parse(metadata.creationTimestamp ?? ''),
    Date.parse(scheduled?.lastTransitionTime ?? '') || 0,
  );
}

function exportGpus(options: ProductMetricsOptions): void {
  const gauge = {
    name: 'gpulease_gpus',
    help: 'GPUs by region, model and state: total, allocated, free',
    labelNames: ['region', 'model', 'state'] as const,
  };
  exportGauge(options, gauge, (gpus) => {
    for (const { metadata, status } of options.caches.regions.store.list())
      for (const { model, total, allocated, free } of status?.capacity ?? [])
        for (const [state, count] of Object.entries({ total, allocated, free }))
          gpus.set({ region: metadata.name, model, state }, count);
  });
}

/** Labels machines with the name that their other metrics have, so that those can be summed by region, model and node. */
function exportMachines(options: ProductMetricsOptions): void {
  const gauge = {
    name: 'gpulease_machine_gpus',
    help: 'GPUs of each running machine (0 and an empty model if it has none), for joining its metrics by name',
    labelNames: ['name', 'region', 'model', 'compute_node'] as const,
  };
  exportGauge(options, gauge, (gpus) => {
    for (const { spec, status = {} } of options.caches.workloads.informer.store.list()) {
      const { phase, virtualMachine: name, resources, placed } = status;
      if (phase !== 'Running' || name === undefined) continue;
      const { model, count } = resources?.gpu ?? { model: '', count: 0 };
      gpus.set({ name, region: spec.region, model, compute_node: placed?.node ?? '' }, count);
    }
  });
}

function exportNodePorts(options: ProductMetricsOptions): void {
  const gauge = {
    name: 'gpulease_node_ports',
    help: "The cluster's NodePorts by state; allocated: used by machines. Without a free port, new machines are unreachable",
    labelNames: ['state'] as const,
  };
  exportGauge(options, gauge, (ports) => {
    const use = nodePortUse(options.nodePorts, options.caches.services.informer.store.list());
    for (const state of ['total', 'allocated', 'free'] as const) ports.set({ state }, use[state]);
  });
}

/** Exports no sample while the answer is unknown. */
function exportNetworkPolicies(options: ProductMetricsOptions): void {
  const gauge = {
    name: 'gpulease_network_policies_enforced',
    help: '1 if the cluster enforces NetworkPolicies; 0 if not, so that machines of different tenants can reach each other',
  };
  exportGauge(options, gauge, (enforced) => {
    const { status } = options.networkCheck.condition();
    if (status !== 'Unknown') enforced.set(status === 'True' ? 1 : 0);
  });
}

function exportImports(options: ProductMetricsOptions): void {
  const gauge = {
    name: 'gpulease_images_not_ready',
    help: 'VMImages that cannot start machines, by reason',
    labelNames: ['reason'] as const,
  };
  exportGauge(options, gauge, (images) => {
    for (const { status } of options.caches.images.store.list()) {
      const ready = findCondition(status?.conditions, conditionTypes.ready);
      if (ready?.status === 'False') images.inc({ reason: ready.reason });
    }
  });
}

/** Times starts and counts failed ones. Starts that began before this process are not timed. */
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
