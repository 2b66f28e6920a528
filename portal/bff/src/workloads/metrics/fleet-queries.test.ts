import { describe, expect, it } from '@jest/globals';
import { fleetQueries, idleQueries, rankingQuery } from './fleet-queries.ts';

describe('the queries for the fleet', () => {
  const machines = (...labels: string[]) =>
    `max by (name) (last_over_time(gpulease_machine_gpus{${[...labels, 'model!=""'].join(',')}}[300s]))`;
  const counted = (labels: string) =>
    `sum(max by (region, model) (last_over_time(gpulease_gpus{${labels}}[300s])))`;
  const use = 'avg by (name) (clamp(avg_over_time(DCGM_FI_DEV_GPU_UTIL{name!=""}[300s]), 0, 100) >= 0)';

  it('count the GPUs that exist, are sold, run, are measured and are busy', () => {
    expect(fleetQueries({})).toEqual({
      TOTAL: counted('state="total"'),
      SOLD: counted('state="allocated"'),
      IN_USE: `sum(${machines()})`,
      MEASURED: `sum(${machines()} and ${use})`,
      BUSY: `sum(${machines()} * ${use}) / 100`,
    });
  });

  it('are limited to a region and a model', () => {
    const { SOLD, IN_USE } = fleetQueries({ region: 'east', gpu: 'a100' });
    expect([SOLD, IN_USE]).toEqual([
      counted('region="east",model="a100",state="allocated"'),
      `sum(${machines('region="east",model="a100"')})`,
    ]);
  });

  it('cover only the machines of a node', () => {
    const { IN_USE, ...others } = fleetQueries({ node: 'n1' });
    expect(IN_USE).toBe(`sum(${machines('compute_node="n1"')})`);
    expect(Object.keys(others)).toEqual(['MEASURED', 'BUSY']);
  });

  it('escape the name of a region', () => {
    for (const query of Object.values(fleetQueries({ region: 'x"} or vector(1) #' })))
      expect(query.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')).not.toMatch(/vector|#/);
  });
});

describe('the ranking of machines', () => {
  const machines = (...labels: string[]) =>
    `max by (name) (last_over_time(gpulease_machine_gpus{${[...labels, 'model!=""'].join(',')}}[300s]))`;
  const use = 'avg by (name) (clamp(avg_over_time(DCGM_FI_DEV_GPU_UTIL{name!=""}[3600s]), 0, 100) >= 0)';

  it.each([
    ['LEAST_USED', `${use} and bottomk(10, floor(${use} / 5) - ${machines()} / 1000)`],
    ['MOST_USED', `${use} and topk(10, ceil(${use} / 5) + ${machines()} / 1000)`],
  ] as const)('is computed by the source, which returns few machines: %s', (rank, query) => {
    expect(rankingQuery({}, rank)).toBe(query);
  });

  it('is limited to a region and a model', () => {
    const query = rankingQuery({ region: 'east', gpu: 'a100' }, 'LEAST_USED');
    expect(query).toContain(machines('region="east",model="a100"'));
  });
});

it('idle machines are counted by the source, which names a limited number of them', () => {
  const machines = 'max by (name) (last_over_time(gpulease_machine_gpus{region="east",model!=""}[300s]))';
  const use = 'avg by (name) (clamp(avg_over_time(DCGM_FI_DEV_GPU_UTIL{name!=""}[3600s]), 0, 100) >= 0) < 5';
  expect(idleQueries({ region: 'east' })).toEqual({
    count: `count(${machines} and ${use})`,
    some: `topk(200, ${machines} and ${use})`,
  });
});
