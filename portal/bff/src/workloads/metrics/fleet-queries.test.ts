import { describe, expect, it } from '@jest/globals';
import { fleetQueries, idleQueries, rankingQuery } from './fleet-queries.ts';

describe('what is asked of the fleet', () => {
  const machines = (...labels: string[]) =>
    `max by (name) (last_over_time(gpulease_machine_gpus{${[...labels, 'model!=""'].join(',')}}[300s]))`;
  const counted = (labels: string) =>
    `sum(max by (region, model) (last_over_time(gpulease_gpus{${labels}}[300s])))`;
  const use = 'avg by (name) (clamp(avg_over_time(DCGM_FI_DEV_GPU_UTIL{name!=""}[300s]), 0, 100) >= 0)';

  it('is how many GPUs there are, are sold, run, are measured and are busy', () => {
    expect(fleetQueries({})).toEqual({
      TOTAL: counted('state="total"'),
      SOLD: counted('state="allocated"'),
      IN_USE: `sum(${machines()})`,
      MEASURED: `sum(${machines()} and ${use})`,
      BUSY: `sum(${machines()} * ${use}) / 100`,
    });
  });

  it('is of a region and a model only', () => {
    const { SOLD, IN_USE } = fleetQueries({ region: 'east', gpu: 'a100' });
    expect([SOLD, IN_USE]).toEqual([
      counted('region="east",model="a100",state="allocated"'),
      `sum(${machines('region="east",model="a100"')})`,
    ]);
  });

  it('is, of a node, what its machines do', () => {
    const { IN_USE, ...others } = fleetQueries({ node: 'n1' });
    expect(IN_USE).toBe(`sum(${machines('compute_node="n1"')})`);
    expect(Object.keys(others)).toEqual(['MEASURED', 'BUSY']);
  });

  it('stays within its strings, whatever a region is called', () => {
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
  ] as const)('is made by the source, which answers with few: %s', (rank, query) => {
    expect(rankingQuery({}, rank)).toBe(query);
  });

  it('is of a region and a model only', () => {
    const query = rankingQuery({ region: 'east', gpu: 'a100' }, 'LEAST_USED');
    expect(query).toContain(machines('region="east",model="a100"'));
  });
});

it('idle machines are counted by the source, which names no more than are asked about', () => {
  const machines = 'max by (name) (last_over_time(gpulease_machine_gpus{region="east",model!=""}[300s]))';
  const use = 'avg by (name) (clamp(avg_over_time(DCGM_FI_DEV_GPU_UTIL{name!=""}[3600s]), 0, 100) >= 0) < 5';
  expect(idleQueries({ region: 'east' })).toEqual({
    count: `count(${machines} and ${use})`,
    some: `topk(200, ${machines} and ${use})`,
  });
});
