/** Imports the simulator's metrics of many machines into the source, as if they had been scraped continuously. */
import { HOUR_MS } from '@gpulease/contract/durations';
import { exposition } from '../../local/src/kubevirt/metrics/exposition.ts';
import {
  endImport,
  importSeries,
  seriesOf,
  type PastSeries,
} from '../../local/src/kubevirt/metrics/history.ts';
import { a100, instance } from '../../local/src/kubevirt/testing/objects.ts';
import { gpusOf, renterNamespace, virtualMachineOf } from './fleet.ts';

/** The demo's scrape interval. */
const SCRAPE_MS = 10_000;
/** Simulated machines; all others with as many GPUs repeat their values. */
const PLAYED = 50;
/** Machines per request. */
const AT_ONCE = 100;

interface MeasuredHours {
  readonly url: string;
  readonly machines: number;
  readonly hours: number;
  readonly until: Date;
}

/** Returns the number of series and samples written. */
export async function writeMeasures({ url, machines, hours, until }: MeasuredHours) {
  const times = timesOf(hours, until);
  const played = play(times);
  let series = 0;
  for (let first = 0; first < machines; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, machines - first);
    const some = Array.from({ length: count }, (_, index) => playedAs(first + index, played)).flat();
    await importSeries(url, some, { job: 'machines', instance: '127.0.0.1:9400' });
    series += some.length;
  }
  await endImport(url);
  return { series, samples: series * times.length };
}

function playedAs(index: number, played: readonly PastSeries[][]): PastSeries[] {
  const name = virtualMachineOf(index);
  return (played[index % PLAYED] ?? []).map(({ labels, values }) => ({
    labels: { ...labels, name },
    values,
  }));
}

function timesOf(hours: number, until: Date): number[] {
  const count = (hours * HOUR_MS) / SCRAPE_MS;
  return Array.from({ length: count }, (_, index) => until.getTime() - (count - 1 - index) * SCRAPE_MS);
}

/** Returns the series of each simulated machine. */
function play(times: readonly number[]): PastSeries[][] {
  const machines = Array.from({ length: PLAYED }, (_, index) => playedMachine(index, times[0] ?? 0));
  return machines.map((machine) => seriesOf((time) => exposition([machine], time), times));
}

function playedMachine(index: number, startedAt: number) {
  const { spec, ...base } = instance({
    namespace: renterNamespace,
    name: virtualMachineOf(index),
    labels: { 'gpulease.dev/gpu-metrics-port': '9400' },
  });
  const gpus = Array.from({ length: gpusOf(index) }, (_, gpu) => ({ name: `gpu-${gpu}`, deviceName: a100 }));
  const phaseTransitionTimestamp = new Date(startedAt).toISOString();
  return {
    ...base,
    spec: { ...spec, domain: { ...spec.domain, devices: { ...spec.domain.devices, gpus } } },
    status: {
      phase: 'Running',
      nodeName: 'node-1',
      phaseTransitionTimestamps: [{ phase: 'Running', phaseTransitionTimestamp }],
    },
  };
}
