import { beforeEach, describe, expect, it } from '@jest/globals';
import type { GaugedMachine } from './gauges.ts';
import { MachineGauges } from './machine-gauges.ts';
import type { MatrixSeries } from './matrix.ts';
import type { MetricsSource } from './source.ts';

const namespace = 'u-large';
const machines = Array.from({ length: 10_000 }, (_, index): GaugedMachine => {
  const name = `box-${index}`;
  return { namespace, name, uid: name, cpus: 8, gpus: 1, startedMs: 0 };
});

let asked: { query: string; mostBytes: number | undefined }[];
let gauges: MachineGauges;
let isDead: boolean;

/** The use of a machine's GPU is its index modulo 100, in percent. */
const everything = machines.map(({ name }, index): MatrixSeries => ({
  namespace,
  name,
  gpu: 0,
  values: [index % 100],
}));
const source: MetricsSource = {
  ask(query, _window, _signal, mostBytes) {
    asked.push({ query, mostBytes });
    return isDead ? Promise.reject(new Error('The source is dead')) : Promise.resolve(everything);
  },
};
const metricsAsked = () => asked.map(({ query }) => /DCGM_FI_DEV_(\w+)/.exec(query)?.[1]);

beforeEach(() => {
  asked = [];
  isDead = false;
  const clock = { now: () => new Date(60_000) };
  gauges = new MachineGauges({ source, clock, log: { warn: () => undefined } as never });
});

describe('one gauge of ten thousand machines of a customer', () => {
  it.each([
    ['gpuUse', 42, ['GPU_UTIL']],
    ['gpuMemory', 50, ['FB_USED', 'FB_FREE']],
  ] as const)('is read by one query per metric: %s', async (field, expected, metrics) => {
    const read = await gauges.readOnly(field, machines);
    expect(read?.size).toBe(10_000);
    expect(read?.get('box-42')).toBe(expected);
    expect(metricsAsked()).toEqual(metrics);
    for (const { query } of asked) expect(query).toContain(`{namespace="${namespace}",gpu=~"0"}`);
  });

  it('may have a larger answer than a page', async () => {
    await gauges.readOnly('gpuUse', machines);
    const room = asked[0]?.mostBytes ?? 0;
    const series = { metric: { namespace: `u-${'x'.repeat(36)}`, name: 'x'.repeat(63), gpu: '0' } };
    const values = Array.from({ length: 3 }, () => [1_764_264_000, '33.333333333333336']);
    expect(room).toBeGreaterThan(machines.length * JSON.stringify({ ...series, values }).length);
  });

  it('is cached for the page that follows, which queries only what is missing', async () => {
    await gauges.readOnly('gpuUse', machines);
    asked = [];
    expect(await gauges.read(machines.slice(0, 100))).toMatchObject({ available: true });
    expect(metricsAsked().sort()).toEqual(['FB_FREE', 'FB_USED', 'GPU_UTIL']);
    expect(asked.filter(({ query }) => query.includes('max_over_time'))).toHaveLength(1);
  });

  it('is unknown while the source fails', async () => {
    isDead = true;
    expect(await gauges.readOnly('gpuUse', machines)).toBeUndefined();
  });
});
