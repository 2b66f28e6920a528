/** Writes the measures of the last month of the business, so that graphs over weeks show data. */
import { DAY_MS, MINUTE_MS } from '@gpulease/contract/durations';
import type { ComputeNode, Workload } from '@gpulease/crds';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import pg from 'pg';
import { exposition } from '../../kubevirt/metrics/exposition.ts';
import { endImport, importSeries, seriesOf } from '../../kubevirt/metrics/history.ts';
import { kubectl, type Cluster } from '../kubectl.ts';
import type { DemoPorts } from '../ports.ts';
import { pastMachines, type PastMachine, type PastRun, type Present } from './past-machines.ts';

/** The range of the longest graph. */
const PAST_MS = 30 * DAY_MS;
const FINE_MS = 7 * DAY_MS;
/** Interval between measures, in the last week and before; a point of a graph covers at least one interval. */
const [FINE_STEP_MS, STEP_MS] = [5 * MINUTE_MS, 10 * MINUTE_MS];

export interface MeasuresOptions {
  /** The database as its owner. */
  readonly ownerUrl: string;
  readonly metricsUrl: string;
  readonly cluster: Cluster;
  readonly ports: DemoPorts;
  /** When the replay of the business began; machines are scraped from then on. */
  readonly until: Date;
}

/** Throws if the cluster, the database or the metrics source does not respond. */
export async function writeMeasures(options: MeasuresOptions): Promise<void> {
  const { metricsUrl, ports, until } = options;
  const present = await presentIn(options.cluster);
  const machines = pastMachines(await runsUntil(until, options.ownerUrl), present);
  const scraped = { job: 'machines', instance: `127.0.0.1:${ports.kubevirtMetrics}` };
  const operator = {
    ...{ job: 'gpulease-operator', instance: `127.0.0.1:${ports.operatorOps}` },
    app_kubernetes_io_component: 'operator',
  };
  for (const machine of machines) {
    const times = timesBetween(machine, until.getTime());
    const measures = seriesOf((time) => measuresOf(machine, time), times);
    await importSeries(metricsUrl, measures, scraped);
    const gpus = seriesOf(() => gpusOfMachine(machine), times);
    await importSeries(metricsUrl, gpus, operator);
  }
  const always = timesBetween({ from: 0, to: Infinity }, until.getTime());
  const fleet = (time: Date) => gpusOfFleet(present.nodes, machines, time.getTime());
  await importSeries(metricsUrl, seriesOf(fleet, always), operator);
  await endImport(metricsUrl);
}

async function presentIn(cluster: Cluster): Promise<Present> {
  const list = async <T>(kinds: string) => {
    const answer = await kubectl(cluster, ['get', kinds, '--all-namespaces', '--output=json']);
    return (JSON.parse(answer) as { items: T[] }).items;
  };
  const [workloads, instances, nodes] = await Promise.all([
    list<Workload>('workloads.gpulease.dev'),
    list<VirtualMachineInstance>('virtualmachineinstances'),
    list<ComputeNode>('computenodes'),
  ]);
  return { workloads, instances, nodes };
}

async function runsUntil(until: Date, ownerUrl: string): Promise<PastRun[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Omit<PastRun, 'from' | 'to'> & { from: Date; to: Date }>(
      `SELECT o.namespace, o.name, s.workload_uid AS uid, o.spec ->> 'sku' AS sku, s.started_at AS from,
         least(s.stopped_at, $1) AS to
       FROM usage_segment s JOIN workload_order o ON o.id = s.order_id
       WHERE s.started_at < $1 AND (s.stopped_at IS NULL OR s.stopped_at > $2)`,
      [until, new Date(until.getTime() - PAST_MS)],
    );
    return rows.map((row) => ({ ...row, from: row.from.getTime(), to: row.to.getTime() }));
  } finally {
    await client.end();
  }
}

/** Returns the times of a run's measures, at multiples of a step as graphs query them. */
function timesBetween({ from, to }: Pick<PastMachine, 'from' | 'to'>, until: number): number[] {
  const [first, end] = [Math.max(from, until - PAST_MS), Math.min(to, until)];
  const times: number[] = [];
  const stepAt = (time: number) => (time < until - FINE_MS ? STEP_MS : FINE_STEP_MS);
  for (let time = Math.ceil(first / STEP_MS) * STEP_MS; time < end; time += stepAt(time)) times.push(time);
  return times;
}

function measuresOf({ instance, diskBytes }: PastMachine, time: Date): string {
  return exposition([instance], time, () => ({ diskBytes }));
}

function gpusOfMachine({ instance, region, node, gpu }: PastMachine): string {
  const { model, count } = gpu ?? { model: '', count: 0 };
  const labels = `name="${instance.metadata.name}",region="${region}",model="${model}",compute_node="${node}"`;
  return `gpulease_machine_gpus{${labels}} ${count}`;
}

/** Returns the total, sold and free GPUs by region and model. */
function gpusOfFleet(nodes: readonly ComputeNode[], machines: readonly PastMachine[], time: number): string {
  const totals = new Map<string, number>();
  const sold = new Map<string, number>();
  const add = (to: Map<string, number>, region: string, gpu?: { model: string; count: number }) => {
    if (gpu === undefined) return;
    const key = `region="${region}",model="${gpu.model}"`;
    to.set(key, (to.get(key) ?? 0) + gpu.count);
  };
  for (const { spec } of nodes) add(totals, spec.region, spec.resources.gpus);
  for (const { region, gpu, from, to } of machines) if (from <= time && time < to) add(sold, region, gpu);
  return [...totals]
    .flatMap(([key, total]) => {
      const allocated = sold.get(key) ?? 0;
      const states = { total, allocated, free: total - allocated };
      return Object.entries(states).map(([state, n]) => `gpulease_gpus{${key},state="${state}"} ${n}`);
    })
    .join('\n');
}
