import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UsageRank } from '@gpulease/contract/enums';
import type { VirtualMachineInstance } from '@gpulease/kube/kubevirt';
import { eventually } from '@gpulease/kube/testing';
import {
  fleetQueries,
  idleQueries,
  rankingQuery,
} from '../../../portal/bff/src/workloads/metrics/fleet-queries.ts';
import { partQuestions, type MeasuredPart } from '../../../portal/bff/src/workloads/metrics/part-queries.ts';
import {
  errorQueries,
  gaugeQueries,
  highestUseQuery,
  questionsOf,
} from '../../../portal/bff/src/workloads/metrics/queries.ts';
import { loadsOf, QUESTION } from '../../../operator/src/idle/question.ts';
import { createMetricsSource } from '../../../operator/src/metrics-source.ts';
import { fatalXidsOf, XID_QUESTION } from '../../../operator/src/xid/suspects.ts';
import { ensureVictoriaMetrics } from '../control-plane/binaries.ts';
import { findFreePort } from '../control-plane/ports.ts';
import { Supervisor } from '../control-plane/supervisor.ts';
import { exposition } from '../kubevirt/metrics/exposition.ts';
import { measuredMachine } from '../kubevirt/testing/measured-machine.ts';
import { createTestHome, removeTestHome } from '../testing/test-home.ts';
import { victoriaMetricsProcess } from './victoria-metrics.ts';

/** The first build takes a minute. */
const BUILD_TIME = 600_000;

let home: string;
let supervisor: Supervisor;
let machines: Server;
let url: string;

beforeAll(async () => {
  home = createTestHome();
  supervisor = new Supervisor({ home });
  // All scrapes use one start time, since counters must never decrease.
  const running = [measuredMachine(), measuredMachine('pair', 2), measuredMachine('far')];
  const around = ({ metadata: { name } }: VirtualMachineInstance) => ({
    diskBytes: 200 * 2 ** 30,
    brokenGpus: [false, name === 'pair'],
  });
  machines = createServer((_, response) => response.end(exposition(running, new Date(), around) + FLEET));
  machines.listen(0, '127.0.0.1');
  await once(machines, 'listening');
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const targets = [`127.0.0.1:${(machines.address() as AddressInfo).port}`];
  const process = await victoriaMetricsProcess({
    command: await ensureVictoriaMetrics((line) => globalThis.process.stderr.write(`${line}\n`)),
    folder: join(home, 'victoria-metrics'),
    port,
    scrapeConfig: {
      global: { scrape_interval: '1s' },
      scrape_configs: [{ job_name: 'machines', honor_labels: true, static_configs: [{ targets }] }],
    },
  });
  await supervisor.start(process);
}, BUILD_TIME);

afterAll(async () => {
  await supervisor.stopAll();
  machines.close();
  removeTestHome(home);
});

/** Metrics of two operators just after a change of leader. One machine has measures here, one reports NaN, one reports none. */
const FLEET = `
gpulease_gpus{region="east",model="a100",state="total",pod="old"} 8
gpulease_gpus{region="east",model="a100",state="total",pod="new"} 8
gpulease_gpus{region="west",model="a100",state="total",pod="new"} 4
gpulease_gpus{region="east",model="a100",state="allocated",pod="new"} 7
gpulease_machine_gpus{name="vm",region="east",model="a100",compute_node="n1",pod="old"} 1
gpulease_machine_gpus{name="vm",region="east",model="a100",compute_node="n1",pod="new"} 1
gpulease_machine_gpus{name="pair",region="east",model="",compute_node="n1",pod="new"} 0
DCGM_FI_DEV_GPU_UTIL{name="odd",gpu="0"} NaN
DCGM_FI_DEV_XID_ERRORS{namespace="u-mei",name="sick",gpu="0"} 0
DCGM_FI_DEV_XID_ERRORS{namespace="u-mei",name="sick",gpu="1"} 79
DCGM_FI_DEV_XID_ERRORS{namespace="u-mei",name="well",gpu="0"} 0
gpulease_machine_gpus{name="odd",region="east",model="a100",compute_node="n3",pod="new"} 2
gpulease_machine_gpus{name="other",region="east",model="a100",compute_node="n2",pod="new"} 4
${Array.from({ length: 12 }, (_, index) => machineInNorth(`idle-${index + 1}`, index + 1, 2)).join('')}
${machineInNorth('busy', 1, 97)}
`;

/** A machine with `gpus` GPUs, of which one is measured. */
function machineInNorth(name: string, gpus: number, percent: number): string {
  return `
gpulease_machine_gpus{name="${name}",region="north",model="h100",compute_node="n9",pod="new"} ${gpus}
DCGM_FI_DEV_GPU_UTIL{name="${name}",gpu="0"} ${percent}`;
}

interface Found {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: [number, string];
}

async function find(query: string): Promise<Found[]> {
  const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
  const { data } = (await response.json()) as { data: { result: Found[] } };
  return data.result;
}

async function ask(query: string): Promise<number | undefined> {
  const [first] = await find(query);
  return first && Number(first.value[1]);
}

const known = async (query: string): Promise<number> => {
  const value = await ask(query);
  if (value === undefined) throw new Error(`${query} has no value yet`);
  return value;
};

it('collects the metrics of simulated machines by name', async () => {
  const of = '{namespace="u-mei",name="vm"}';
  const gpuMemory = `sum(DCGM_FI_DEV_FB_USED${of} + DCGM_FI_DEV_FB_FREE${of})`;
  expect(await eventually(() => known(gpuMemory))).toBe(80 * 1024);
  const cores = await eventually(() => known(`rate(kubevirt_vmi_cpu_usage_seconds_total${of}[10s]) > 0`));
  expect(cores).toBeLessThan(4);
});

const OVER_MS = 60_000;
/** Its second GPU is broken. */
const pair = { namespace: 'u-mei', name: 'pair', cpus: 4, gpus: 2 };
const measured = [pair, { ...pair, name: 'vm', gpus: 1 }];

const answered = async (query: string): Promise<Found[]> => {
  const found = await find(query);
  if (found.length === 0) throw new Error(`${query} has no answer yet`);
  return found;
};

it.each(questionsOf(pair, OVER_MS))('answers the portal about $metric $of of a machine', async (question) => {
  const found = await eventually(() => answered(question.query));
  const isOfEach = question.query.startsWith('max by (gpu)');
  expect(found.map(({ metric }) => metric.gpu).sort()).toEqual(isOfEach ? ['0', '1'] : [undefined]);
  for (const { value } of found) expect(Number(value[1])).toBeGreaterThanOrEqual(0);
});

const asPart = (part: MeasuredPart['part'], host?: string): MeasuredPart => ({
  ...{ part, host },
  ...{ cpus: 8, memoryBytes: 0, hasGpus: true },
});

describe.each([
  ['a node', asPart({ node: 'n1' }, 'n1')],
  ['a region', asPart({ region: 'east' })],
  ['a GPU model', asPart({ gpu: 'a100' })],
])('the portal queries the machines of %s', (_, part) => {
  it.each(partQuestions(part, OVER_MS))('by $metric $of', async ({ query }) => {
    const [found] = await eventually(() => answered(query));
    expect(Number(found?.value[1])).toBeGreaterThan(0);
  });
});

it.each([
  ['a region includes those without GPUs, and excludes other regions', { region: 'east' }, ['pair', 'vm']],
  ['a GPU model includes only those that have it', { gpu: 'a100' }, ['vm']],
])('of the machines, %s', async (_, part, names) => {
  const memory = partQuestions(asPart(part), OVER_MS).find(({ metric }) => metric === 'MEMORY');
  const used = (name: string) =>
    `avg_over_time(kubevirt_vmi_memory_available_bytes{name="${name}"}[60s]) - avg_over_time(kubevirt_vmi_memory_usable_bytes{name="${name}"}[60s])`;
  await eventually(async () => {
    const each = await Promise.all(names.map((name) => known(used(name))));
    const sum = each.reduce((total, one) => total + one, 0);
    expect((await known(memory?.query ?? '')) / sum).toBeCloseTo(1, 2);
  });
});

it.each(Object.entries(errorQueries(pair, OVER_MS)))(
  'answers the portal with %s of the broken GPU alone',
  async (_, query) => {
    const found = await eventually(() => answered(query));
    expect(found.map(({ metric }) => metric.gpu)).toEqual(['1']);
  },
);

it.each(Object.entries(gaugeQueries(measured, OVER_MS)))(
  'answers the portal with the gauge %s of every GPU',
  async (_, query) => {
    await eventually(async () => {
      const gpus = (await find(query)).map(({ metric: { namespace, name, gpu } }) => [namespace, name, gpu]);
      expect(gpus.sort()).toEqual([
        ['u-mei', 'pair', '0'],
        ['u-mei', 'pair', '1'],
        ['u-mei', 'vm', '0'],
      ]);
    });
  },
);

it('answers the portal with the highest use of each machine in whole percents', async () => {
  const query = highestUseQuery(measured, OVER_MS);
  await eventually(async () => {
    const found = await find(query);
    expect(found.map(({ metric: { namespace, name } }) => [namespace, name]).sort()).toEqual([
      ['u-mei', 'pair'],
      ['u-mei', 'vm'],
    ]);
    for (const { value } of found) expect(value[1]).toMatch(/^\d{1,3}$/);
  });
});

it('returns the number and names of idle machines to the portal', async () => {
  const { count, some } = idleQueries({ region: 'north' });
  await eventually(async () => expect(await ask(count)).toBe(12));
  const names = (await answered(some)).map(({ metric: { name } }) => name);
  expect(names.sort()).toEqual(Array.from({ length: 12 }, (_, index) => `idle-${index + 1}`).sort());
});

it('reports the GPU load of each machine to the operator', async () => {
  const ask = createMetricsSource(new URL(url));
  const load = await eventually(async () => {
    const seen = loadsOf(await ask(QUESTION)).get('u-mei/vm');
    if (seen === undefined) throw new Error('There are no measures yet');
    return seen;
  });
  expect(load.gpus).toBe(1);
  expect(load.highest).toBeLessThanOrEqual(100);
});

it('reports machines with a broken GPU to the operator', async () => {
  const ask = createMetricsSource(new URL(url));
  await eventually(async () =>
    expect([...fatalXidsOf(await ask(XID_QUESTION))].sort()).toEqual([
      ['u-mei/pair', 79],
      ['u-mei/sick', 79],
    ]),
  );
});

it('sums the GPUs of the fleet and the load of the measured ones', async () => {
  const { TOTAL = '', SOLD = '', IN_USE = '', MEASURED = '', BUSY = '' } = fleetQueries({ region: 'east' });
  await eventually(() => known(BUSY));
  const counts = await Promise.all([TOTAL, SOLD, IN_USE, MEASURED].map(known));
  expect(counts).toEqual([8, 7, 7, 1]);
  const use = 'avg_over_time(DCGM_FI_DEV_GPU_UTIL{name="vm"}[300s]) / 100';
  expect(await known(`${BUSY} - ${use}`)).toBeCloseTo(0, 1);
  const elsewhere = fleetQueries({ node: 'n2' });
  expect(await known(elsewhere.IN_USE ?? '')).toBe(4);
  expect(await ask(elsewhere.BUSY ?? '')).toBeUndefined();
  expect(await known(fleetQueries({}).TOTAL ?? '')).toBe(12);
});

it('ranks the ten least or most used machines of a region, with more GPUs first among equals', async () => {
  const ranked = async (rank: UsageRank) => {
    const found = await find(rankingQuery({ region: 'north' }, rank));
    if (found.length < 10) throw new Error('Not all machines are measured yet');
    return found.map(({ metric: { name }, value: [, use] }) => `${name} ${use}`).sort();
  };
  const idle = (...gpus: number[]) => gpus.map((count) => `idle-${count} 2`);
  expect(await eventually(() => ranked('LEAST_USED'))).toEqual(idle(3, 4, 5, 6, 7, 8, 9, 10, 11, 12).sort());
  expect(await ranked('MOST_USED')).toEqual(['busy 97', ...idle(4, 5, 6, 7, 8, 9, 10, 11, 12)].sort());
});
