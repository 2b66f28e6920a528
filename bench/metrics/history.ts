/** What the simulator would have told of many machines, written into the source as if it had been scraped all the time. */
import { HOUR_MS } from '@gpulease/contract/durations';
import { exposition } from '../../local/src/kubevirt/metrics/exposition.ts';
import { a100, instance } from '../../local/src/kubevirt/testing/objects.ts';
import { gpusOf, renterNamespace, virtualMachineOf } from './fleet.ts';

/** As the demo scrapes. */
const SCRAPE_MS = 10_000;
/** Machines that the simulator plays; what they measure is what all others do, too, which have as many GPUs. */
const PLAYED = 50;
/** Machines in one request. */
const AT_ONCE = 100;

export interface MeasuredHours {
  readonly url: string;
  readonly machines: number;
  readonly hours: number;
  readonly until: Date;
}

type Labels = Readonly<Record<string, string>>;

/** One line of the simulator's text. */
interface Sample {
  readonly series: string;
  readonly value: string;
}

interface Series {
  readonly labels: Labels;
  /** With their times, as the source takes them. */
  readonly values: string;
}

/** Returns how many series and samples there are. */
export async function writeMeasures({ url, machines, hours, until }: MeasuredHours) {
  const times = timesOf(hours, until);
  const played = play(times);
  let series = 0;
  for (let first = 0; first < machines; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, machines - first);
    const lines = Array.from({ length: count }, (_, index) => linesOf(first + index, played)).flat();
    series += lines.length;
    await post(`${url}/api/v1/import`, lines.join('\n'));
  }
  // What was written last can be read, and nothing is being put together any more.
  await post(`${url}/internal/force_flush`, '');
  return { series, samples: series * times.length };
}

function timesOf(hours: number, until: Date): number[] {
  const count = (hours * HOUR_MS) / SCRAPE_MS;
  return Array.from({ length: count }, (_, index) => until.getTime() - (count - 1 - index) * SCRAPE_MS);
}

/** The series of each machine that the simulator plays. */
function play(times: readonly number[]): Series[][] {
  const machines = Array.from({ length: PLAYED }, (_, index) => playedMachine(index, times[0] ?? 0));
  return machines.map((machine) => {
    const values = new Map<string, string[]>();
    for (const time of times)
      for (const { series, value } of samplesOf(exposition([machine], new Date(time)))) {
        const kept = values.get(series);
        if (kept === undefined) values.set(series, [value]);
        else kept.push(value);
      }
    return [...values].map(([series, of]) => ({
      labels: labelsOf(series),
      values: `"values":[${of.join()}],"timestamps":[${times.join()}]`,
    }));
  });
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

function samplesOf(text: string): Sample[] {
  return [...text.matchAll(/^(?<series>\w+\{.*\}) (?<value>\S+)$/gm)].map(
    ({ groups }) => groups as unknown as Sample,
  );
}

/** With those that the source gives what it scrapes. */
function labelsOf(series: string): Labels {
  const own = [...series.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]);
  const job = { job: 'machines', instance: '127.0.0.1:9400' };
  return { __name__: series.replace(/\{.*/, ''), ...job, ...(Object.fromEntries(own) as Labels) };
}

function linesOf(index: number, played: readonly Series[][]): string[] {
  return (played[index % PLAYED] ?? []).map(
    ({ labels, values }) =>
      `{"metric":${JSON.stringify({ ...labels, name: virtualMachineOf(index) })},${values}}`,
  );
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered with ${response.status}: ${text}`);
}
