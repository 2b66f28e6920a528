import type { ServerResponse } from 'node:http';
import { HOUR_MS, MINUTE_MS } from '@gpulease/contract/durations';
import type { FleetRanking, MeasuredFleet } from '@gpulease/contract/fleet-metrics';
import type { Query } from '@gpulease/contract/routes';
import type { MeasuredMetrics } from '@gpulease/contract/workload-metrics';
import { computeNodes, gpus, tenantNamespace, type ComputeNode } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../testing/api-client.ts';
import {
  sendMatrix,
  startMetricsServer,
  type AskedQuery,
  type MetricsServer,
} from '../../testing/metrics-server.ts';
import { openScene, type Renter, type Scene } from '../../testing/scene.ts';
import { anOrder, aRun } from '../../testing/books.ts';
import { createMetricsSource } from './source.ts';

let server: MetricsServer;
let scene: Scene;
let renter: Renter;
let admin: ApiClient;
const params = { name: 'box' };
const MACHINE = 'box-0a1b2c3d';
const status = {
  phase: 'Running',
  virtualMachine: MACHINE,
  startedAt: '2026-01-01T00:00:00Z',
  resources: {
    cpu: 8,
    memory: '32Gi',
    disk: '200Gi',
    gpu: { model: 'a100', count: 2, deviceName: 'nvidia.com/A100' },
  },
} as const;

beforeAll(async () => {
  server = await startMetricsServer();
  scene = await openScene({ metricsUrl: server.url });
  // The API server dates the machine's creation by its own clock, which the portal's clock is two hours ahead of.
  scene.portal.clock.advance(Date.now() + 2 * HOUR_MS - scene.portal.clock.now().getTime());
  renter = await scene.aRenter('ada');
  admin = await scene.portal.admin();
  for (const name of ['box', 'new']) await scene.cluster.createWorkload(renter.id, name);
  const runs = [{ id: 'run', startedAt: status.startedAt }];
  await scene.cluster.asOperator(renter.id, 'box', { ...status, runs });
  await eventually(async () => {
    const { body } = await renter.browser.call('getWorkload', { params });
    expect(body.status).toBe('RUNNING');
  });
});
afterAll(async () => {
  await scene.stop();
  await server.stop();
});
beforeEach(() => {
  // Expires cached answers.
  scene.portal.clock.advance(MINUTE_MS);
  server.asked.length = 0;
  server.answer(answerAll);
});

/** Answers that half of everything is in use at each point, by each GPU. */
function answerAll({ query, start, end, step }: AskedQuery, response: ServerResponse): void {
  const count = Math.round((end - start) / step) + 1;
  const values = Array.from({ length: count }, (_, index) => [start + index * step, '0.5'] as const);
  const perGpu = query.startsWith('max by (gpu)') ? [{ gpu: '1' }, { gpu: '0' }] : [{}];
  sendMatrix(
    response,
    perGpu.map((metric) => ({ metric, values })),
  );
}

const read = (range: '1h' | '24h' = '1h') =>
  renter.browser.call('getWorkloadMetrics', { params, query: { range } });

const unreachable = { available: false, reason: 'UNREACHABLE' };

describe('the metrics of a machine', () => {
  it('are its graphs, for its owner and for operators', async () => {
    const { body } = await read();
    const { graphs, gpuErrors, stepSeconds, start } = body as MeasuredMetrics;
    expect(stepSeconds).toBe(30);
    const now = scene.portal.clock.now().getTime();
    expect(now - Date.parse(start)).toBeLessThan(HOUR_MS);
    const lines = graphs.flatMap(({ metric, unit, limit, series }) =>
      series.map(({ of, gpu, values }) => [metric, unit, limit, of, gpu, values.length, values[7]]),
    );
    const half = 2 ** 19;
    expect(lines).toEqual([
      ['GPU_UTILIZATION', 'PERCENT', 100, 'USED', 0, 120, 0.5],
      ['GPU_UTILIZATION', 'PERCENT', 100, 'USED', 1, 120, 0.5],
      ['GPU_MEMORY', 'BYTES', half, 'USED', 0, 120, half],
      ['GPU_MEMORY', 'BYTES', half, 'USED', 1, 120, half],
      ['GPU_TEMPERATURE', 'CELSIUS', null, 'USED', 0, 120, 0.5],
      ['GPU_TEMPERATURE', 'CELSIUS', null, 'USED', 1, 120, 0.5],
      ['GPU_POWER', 'WATTS', null, 'USED', 0, 120, 0.5],
      ['GPU_POWER', 'WATTS', null, 'USED', 1, 120, 0.5],
      ['GPU_CLOCK', 'MEGAHERTZ', null, 'USED', 0, 120, 0.5],
      ['GPU_CLOCK', 'MEGAHERTZ', null, 'USED', 1, 120, 0.5],
      ['GPU_MEMORY_CLOCK', 'MEGAHERTZ', null, 'USED', 0, 120, 0.5],
      ['GPU_MEMORY_CLOCK', 'MEGAHERTZ', null, 'USED', 1, 120, 0.5],
      ['GPU_PCIE', 'BYTES_PER_SECOND', null, 'RECEIVED', null, 120, 0.5],
      ['GPU_PCIE', 'BYTES_PER_SECOND', null, 'SENT', null, 120, 0.5],
      ['GPU_NVLINK', 'BYTES_PER_SECOND', null, 'USED', 0, 120, half],
      ['GPU_NVLINK', 'BYTES_PER_SECOND', null, 'USED', 1, 120, half],
      ['CPU', 'PERCENT', 100, 'USED', null, 120, 6.25],
      ['MEMORY', 'BYTES', 0.5, 'USED', null, 120, 0.5],
      ['NETWORK', 'BYTES_PER_SECOND', null, 'RECEIVED', null, 120, 0.5],
      ['NETWORK', 'BYTES_PER_SECOND', null, 'SENT', null, 120, 0.5],
      ['DISK', 'BYTES_PER_SECOND', null, 'READ', null, 120, 0.5],
      ['DISK', 'BYTES_PER_SECOND', null, 'WRITTEN', null, 120, 0.5],
      ['DISK_OPERATIONS', 'PER_SECOND', null, 'READ', null, 120, 0.5],
      ['DISK_OPERATIONS', 'PER_SECOND', null, 'WRITTEN', null, 120, 0.5],
      ['FILE_SYSTEM', 'BYTES', 0.5, 'USED', null, 120, 0.5],
    ]);
    expect(gpuErrors.map(({ kind, gpu, value }) => [kind, gpu, value])).toEqual(
      ['XID', 'ECC_UNCORRECTED', 'ECC_CORRECTED'].flatMap((kind) => [
        [kind, 0, 1],
        [kind, 1, 1],
      ]),
    );
    const seen = await admin.call('getAnyWorkloadMetrics', {
      params: { user: 'ada', ...params },
      query: { range: '1h' },
    });
    expect(seen.body).toEqual(body);
  });

  it('are queried once per step, for this machine only, and not from before its creation', async () => {
    await Promise.all([read('24h'), read('24h')]);
    await read('24h');
    expect(server.asked).toHaveLength(24);
    for (const { query, start, step } of server.asked) {
      expect(query).toContain(`name="${MACHINE}"`);
      expect(query).toContain(`namespace="${tenantNamespace(renter.id)}"`);
      expect([start % 600, step]).toEqual([0, 600]);
      expect(start * 1_000).toBeGreaterThan(Date.now() - HOUR_MS);
    }
    scene.portal.clock.advance(10 * MINUTE_MS);
    await read('24h');
    expect(server.asked).toHaveLength(48);
  });

  it('end at the requested time, and never start before the machine was created', async () => {
    const now = scene.portal.clock.now().getTime();
    const until = new Date(now - HOUR_MS).toISOString();
    const { body } = await renter.browser.call('getWorkloadMetrics', {
      params,
      query: { range: '1h', until },
    });
    const { graphs, start } = body as MeasuredMetrics;
    const points = graphs[0]?.series[0]?.values.length ?? 0;
    const end = Date.parse(start) + (points - 1) * 30_000;
    expect(Date.parse(until) - end).toBeGreaterThanOrEqual(0);
    expect(Date.parse(until) - end).toBeLessThan(30_000);
    const before = { range: '1h', until: '2020-01-01T00:00:00Z' } as const;
    const { body: nothing } = await renter.browser.call('getWorkloadMetrics', { params, query: before });
    expect((nothing as MeasuredMetrics).graphs.flatMap(({ series }) => series)).toEqual([]);
  });

  it('have no lines if the source has nothing', async () => {
    server.answer((_, response) => sendMatrix(response, []));
    const { graphs, gpuErrors } = (await read()).body as MeasuredMetrics;
    expect(graphs).toHaveLength(14);
    for (const { unit, limit, series } of graphs)
      expect([series, limit]).toEqual([[], unit === 'PERCENT' ? 100 : null]);
    expect(gpuErrors).toEqual([]);
  });

  it('are unavailable if it has never run, and not queried', async () => {
    const { status: code, body } = await renter.browser.call('getWorkloadMetrics', {
      params: { name: 'new' },
    });
    expect([code, body]).toEqual([200, { available: false, reason: 'NEVER_RAN' }]);
    expect(server.asked).toEqual([]);
  });

  it.each([
    ['gpu', { gpu: '"} or up{x="' }],
    ['gpu', { gpu: '9'.repeat(400) }],
  ])('ignore values that a guest invents for its label %s', async (_, metric) => {
    server.answer(({ start }, response) => sendMatrix(response, [{ metric, values: [[start, '1']] }]));
    const { graphs } = (await read()).body as MeasuredMetrics;
    expect(graphs.flatMap(({ series }) => series)).toEqual([]);
  });
});

describe('a source that fails', () => {
  const huge = JSON.stringify({ status: 'success', data: 'x'.repeat(2_000_000) });
  it.each<[string, (response: ServerResponse) => void]>([
    [
      'refuses a query',
      (response) =>
        response.writeHead(422).end('{"status":"error","errorType":"execution","error":"too many"}'),
    ],
    ['is overloaded', (response) => response.writeHead(503).end('Service Unavailable')],
    ['responds with a page', (response) => response.end('<html>')],
    ['responds with a huge body', (response) => response.end(huge)],
    [
      'redirects the portal elsewhere',
      (response) => response.writeHead(302, { Location: 'http://localhost' }).end(),
    ],
    ['closes the connection', (response) => response.destroy()],
    ['does not respond', () => undefined],
    ['stops in the middle', (response) => response.writeHead(200).write('{"status":')],
  ])('is reported, soon, if it %s', async (_, fail) => {
    server.answer((__, response) => fail(response));
    const started = performance.now();
    const { status: code, body } = await read();
    expect([code, body]).toEqual([200, unreachable]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('is not queried for ten seconds, and then queried again', async () => {
    server.answer((_, response) => response.writeHead(500).end());
    expect((await read()).body).toEqual(unreachable);
    server.answer(answerAll);
    expect((await read()).body).toEqual(unreachable);
    scene.portal.clock.advance(10_000);
    expect((await read()).body.available).toBe(true);
  });

  it('counts as failed if only one of the queries fails, so that no graph is misleading', async () => {
    server.answer((asked, response) => {
      if (asked.query.includes('DCGM_FI_DEV_GPU_TEMP')) response.writeHead(500).end();
      else answerAll(asked, response);
    });
    expect((await read()).body).toEqual(unreachable);
  });
});

describe('gauges', () => {
  const uids: Record<string, string> = {};
  const read = (client: ApiClient = renter.browser, asked = Object.values(uids).join(',')) =>
    client.call('getWorkloadGauges', { query: { uids: asked } });

  beforeAll(async () => {
    for (const { name, uid } of (await renter.browser.call('listWorkloads')).body.items)
      uids[name] = uid ?? '';
  });
  beforeEach(() => {
    scene.portal.clock.advance(5 * MINUTE_MS);
    server.answer(answerGauges);
  });

  /** Two GPUs at 2 and 4 percent that were busy until two hours ago; the memory of both is half used. */
  function answerGauges({ query, start, end, step }: AskedQuery, response: ServerResponse): void {
    const of = { namespace: tenantNamespace(renter.id), name: MACHINE };
    const last = Math.round((end - start) / step);
    if (query.includes('max_over_time')) {
      const values = Array.from(
        { length: last + 1 },
        (_, index) => [start + index * step, last - index < 24 ? '4' : '97'] as const,
      );
      return sendMatrix(response, [{ metric: of, values }]);
    }
    const numbers = query.includes('DCGM_FI_DEV_FB') ? ['50', '50'] : ['2', '4'];
    sendMatrix(
      response,
      numbers.map((number, gpu) => ({
        metric: { ...of, gpu: String(gpu) },
        values: [[start, number]],
      })),
    );
  }

  it('cover running machines, and are queried once per step for all viewers', async () => {
    const { body } = await read();
    const idle = { seconds: expect.any(Number), isLonger: false };
    expect(body).toEqual({
      available: true,
      items: [{ uid: uids.box, gpuUse: 3, gpuMemory: 50, idle }],
    });
    const seconds = body.available ? body.items[0]?.idle?.seconds : undefined;
    expect(seconds).toBeGreaterThanOrEqual(7_200);
    expect(seconds).toBeLessThan(7_500);
    const query = { uids: uids.box ?? '' };
    const operator = await scene.portal.admin();
    expect((await operator.call('getAnyWorkloadGauges', { query })).body).toEqual(body);
    expect(server.asked).toHaveLength(4);
    for (const asked of server.asked) expect(asked.query).toContain(`name=~"${MACHINE}"`);
    scene.portal.clock.advance(MINUTE_MS / 2);
    await read();
    expect(server.asked.length).toBeGreaterThanOrEqual(7);
  });

  it('do not cover other users’ machines', async () => {
    const { browser } = await scene.aRenter('eve');
    expect((await read(browser)).body).toEqual({ available: true, items: [] });
    const query = { uids: uids.box ?? '' };
    expect((await browser.call('getAnyWorkloadGauges', { query })).status).toBe(403);
    expect(server.asked).toEqual([]);
  });

  it.each([
    ['the use of GPUs', 'avg_over_time(DCGM_FI_DEV_GPU_UTIL', unreachable],
    ['when they were busy', 'max_over_time', { available: true, items: [{ gpuUse: 3, idle: null }] }],
  ])('omit what the source does not provide: %s', async (_, part, expected) => {
    server.answer((asked, response) => {
      if (asked.query.includes(part)) response.writeHead(503).end();
      else answerGauges(asked, response);
    });
    expect((await read()).body).toMatchObject(expected);
    server.answer(answerGauges);
    scene.portal.clock.advance(10_000);
    expect((await read()).body).toMatchObject({ items: [{ gpuUse: 3, idle: { isLonger: false } }] });
  });

  it.each([
    [
      'a hundred and one uids',
      Array.from({ length: 101 }, () => '00000000-0000-4000-8000-000000000000').join(','),
    ],
    ['names', 'box'],
    ['a query', '"} or vector(1) #'],
  ])('are refused for %s', async (_, asked) => {
    expect((await read(renter.browser, asked)).status).toBe(400);
    expect(server.asked).toEqual([]);
  });
});

describe('a list sorted by gauges', () => {
  let owner: Renter;
  const VM = { slow: 'slow-00000001', fast: 'fast-00000002' };

  beforeAll(async () => {
    owner = await scene.aRenter('zoe');
    for (const name of ['slow', 'fast', 'early', 'new']) await scene.cluster.createWorkload(owner.id, name);
    const runs = [{ id: 'run', startedAt: status.startedAt }];
    for (const [name, virtualMachine] of Object.entries(VM))
      await scene.cluster.asOperator(owner.id, name, { ...status, virtualMachine, runs });
    await eventually(async () => {
      const { body } = await owner.browser.call('listWorkloads');
      expect(body.items.filter((one) => one.status === 'RUNNING')).toHaveLength(2);
    });
  });
  beforeEach(() => {
    server.answer(({ start }, response) =>
      sendMatrix(
        response,
        [VM.slow, VM.fast].flatMap((name, index) =>
          ['0', '1'].map((gpu) => ({
            metric: { namespace: tenantNamespace(owner.id), name, gpu },
            values: [[start, String(10 + 80 * index)] as const],
          })),
        ),
      ),
    );
  });
  interface Asked {
    readonly sort: 'gpuUse' | '-gpuUse' | 'gpuMemory';
    readonly page?: number;
    readonly pageSize?: number;
    readonly status?: 'DESTROYED';
  }
  const namesBy = async (query: Asked) =>
    (await owner.browser.call('listWorkloads', { query })).body.items.map(({ name }) => name);

  it.each([
    ['gpuUse', ['slow', 'fast', 'early', 'new']],
    ['-gpuUse', ['fast', 'slow', 'early', 'new']],
  ] as const)('is sorted across all pages, unmeasured machines last: %s', async (sort, names) => {
    const pages = [1, 2].map((page) => namesBy({ sort, page, pageSize: 2 }));
    expect((await Promise.all(pages)).flat()).toEqual(names);
    expect(server.asked).toHaveLength(1);
  });

  it('is available while the source fails, and for destroyed machines', async () => {
    server.answer((_, response) => response.writeHead(503).end());
    expect(await namesBy({ sort: 'gpuUse' })).toEqual(['early', 'fast', 'new', 'slow']);
    expect(await namesBy({ sort: 'gpuUse', status: 'DESTROYED' })).toEqual([]);
  });

  describe('of an operator', () => {
    let operator: ApiClient;
    const allBy = async (query: Asked) => {
      const { items } = (await operator.call('listAllWorkloads', { query })).body;
      return items.map(({ user, name }) => `${user}/${name}`);
    };
    const unmeasured = ['zoe/early', 'ada/new', 'zoe/new'];

    beforeEach(async () => {
      // A session ends after half an hour without a call.
      operator = await scene.portal.admin();
      const uses = { [MACHINE]: 50, [VM.slow]: 10, [VM.fast]: 90, 'gone-99999999': 70 };
      server.answer(({ start }, response) =>
        sendMatrix(
          response,
          Object.entries(uses).map(([name, use]) => ({
            metric: { name },
            values: [[start, String(use)] as const],
          })),
        ),
      );
    });

    it.each([
      ['gpuUse', ['zoe/slow', 'ada/box', 'zoe/fast']],
      ['-gpuUse', ['zoe/fast', 'ada/box', 'zoe/slow']],
    ] as const)('covers all customers, by one query for all pages: %s', async (sort, names) => {
      const pages = [1, 2].map((page) => allBy({ sort, page, pageSize: 2 }));
      expect((await Promise.all(pages)).flat().slice(0, 3)).toEqual(names);
      const others = (await allBy({ sort, pageSize: 100 })).slice(3);
      expect(others).toEqual(expect.arrayContaining(unmeasured));
      expect(server.asked.map(({ query }) => query.includes('DCGM_FI_DEV_GPU_UTIL{name!=""}'))).toEqual([
        true,
      ]);
    });

    it('can be sorted by memory, too, and is available while the source fails', async () => {
      expect((await allBy({ sort: 'gpuMemory' })).slice(0, 3)).toEqual(['zoe/slow', 'ada/box', 'zoe/fast']);
      expect(server.asked.map(({ query }) => query.includes('FB_FREE'))).toEqual([true]);
      scene.portal.clock.advance(MINUTE_MS);
      server.answer((_, response) => response.writeHead(503).end());
      const all = await allBy({ sort: 'gpuMemory', pageSize: 100 });
      expect(all).toEqual(expect.arrayContaining(['ada/box', 'zoe/fast', 'zoe/slow', ...unmeasured]));
    });
  });
});

describe('the fleet', () => {
  let operator: ApiClient;
  const readFleet = (query: Partial<Query<'getFleetMetrics'>> = {}, client: ApiClient = operator) =>
    client.call('getFleetMetrics', { query });

  beforeAll(async () => {
    operator = await scene.portal.admin();
  });

  it('is shown to operators over a week, and queried once per step', async () => {
    const [{ body }] = await Promise.all([readFleet(), readFleet()]);
    await readFleet();
    const { stepSeconds, series } = body as MeasuredFleet;
    expect(stepSeconds).toBe(3_600);
    expect(series.map(({ of, values }) => [of, values.length, values[0]])).toEqual(
      ['TOTAL', 'SOLD', 'IN_USE', 'MEASURED', 'BUSY'].map((of) => [of, 168, 0.5]),
    );
    expect(server.asked).toHaveLength(5);
    expect(server.asked.every(({ start, step }) => start % 3_600 === 0 && step === 3_600)).toBe(true);
    expect((await readFleet({}, renter.browser)).status).toBe(403);
  });

  it('is shown for a region, and for nothing outside the catalogue', async () => {
    const { region } = scene.cluster.names;
    expect((await readFleet({ region, range: '24h' })).body.available).toBe(true);
    expect(server.asked.every(({ query }) => query.includes(`region="${region}"`))).toBe(true);
    server.asked.length = 0;
    for (const query of [{ region: 'x"} or vector(1) #' }, { gpu: 'none' }, { node: 'none' }])
      expect((await readFleet(query)).error.code).toBe('RESOURCE_NOT_FOUND');
    expect(server.asked).toEqual([]);
  });

  it('is reported as unreachable while the source fails, which is not queried for ten seconds', async () => {
    server.answer((_, response) => response.writeHead(503).end());
    expect((await readFleet({ range: '1h' })).body).toEqual(unreachable);
    server.answer(answerAll);
    expect((await readFleet({ range: '1h' })).body).toEqual(unreachable);
    scene.portal.clock.advance(10_000);
    expect((await readFleet({ range: '1h' })).body.available).toBe(true);
  });
});

describe('the machines of a part of the fleet', () => {
  const query = { range: '24h' } as const;
  const ofAll = [
    ['NETWORK', ['RECEIVED', 'SENT']],
    ['DISK', ['READ', 'WRITTEN']],
    ['DISK_OPERATIONS', ['READ', 'WRITTEN']],
  ];
  const ofGpus = [
    ['GPU_MEMORY', ['USED']],
    ['GPU_TEMPERATURE', ['HOTTEST']],
    ['GPU_POWER', ['USED']],
  ];
  let operator: ApiClient;
  let parts: Readonly<Record<'node' | 'region' | 'gpu', string>>;

  beforeAll(async () => {
    operator = await scene.portal.admin();
    const { names, cluster } = scene.cluster;
    parts = { node: `node-${names.region}`, region: names.region, gpu: `gpu-${names.region}` };
    await cluster.resource(gpus).create({
      metadata: { name: parts.gpu },
      spec: { vendor: 'NVIDIA', model: 'A100', memory: '80Gi', deviceName: 'nvidia.com/A100' },
    });
    const resources = { cpu: 8, memory: '64Gi', storage: '100Gi' };
    const ofNode = { description: 'x', state: 'Active' as const, region: names.region, skus: [names.sku] };
    const create = (name: string, change: Partial<ComputeNode['spec']>) =>
      cluster
        .resource(computeNodes)
        .create({ metadata: { name }, spec: { ...ofNode, resources, ...change } });
    await create(parts.node, { nodeName: 'host-1' });
    await create(`${parts.node}-2`, { resources: { ...resources, gpus: { model: parts.gpu, count: 2 } } });
    // Not the range that the tests read, since it is cached.
    const hour = { range: '1h' } as const;
    await eventually(async () => {
      const { body } = await operator.call('getRegionMetrics', {
        params: { name: parts.region },
        query: hour,
      });
      expect(graphsIn(body)[0]?.metric).toBe('GPU_MEMORY');
      const ofGpu = await operator.call('getGpuMetrics', { params: { name: parts.gpu }, query: hour });
      expect(ofGpu.status).toBe(200);
    });
  });

  const graphsIn = (body: unknown) => (body as MeasuredMetrics).graphs;
  const linesIn = (body: unknown) =>
    graphsIn(body).map(({ metric, series }) => [metric, series.map(({ of }) => of)]);

  it('are summed for operators: for a node in percent of its CPUs, and against the memory that it offers', async () => {
    const { body } = await operator.call('getNodeMetrics', { params: { name: parts.node }, query });
    expect(linesIn(body)).toEqual([['CPU', ['USED']], ['MEMORY', ['USED']], ...ofAll]);
    const [cpu, memory] = graphsIn(body);
    expect(cpu).toMatchObject({ unit: 'PERCENT', limit: 100 });
    expect(cpu?.series[0]?.values[0]).toBe(6.25);
    expect(memory?.limit).toBe(64 * 2 ** 30);
    expect(server.asked.every((asked) => asked.query.includes('node="host-1"'))).toBe(true);
  });

  it.each([
    ['region', 'getRegionMetrics', 2, 'region'],
    ['gpu', 'getGpuMetrics', 1, 'model'],
  ] as const)(
    'of a %s are measured in cores against those its nodes offer, once per step',
    async (part, operation, nodes, label) => {
      const read = () => operator.call(operation, { params: { name: parts[part] }, query });
      const [{ body }] = await Promise.all([read(), read()]);
      expect(linesIn(body)).toEqual([
        ...ofGpus,
        ...[
          ['CPU_CORES', ['USED']],
          ['MEMORY', ['USED']],
        ],
        ...ofAll,
      ]);
      const [cpu, memory] = graphsIn(body).slice(3);
      expect(cpu).toMatchObject({ unit: 'CORES', limit: nodes * 8 });
      expect(cpu?.series[0]?.values[0]).toBe(0.5);
      expect(memory?.limit).toBe(nodes * 64 * 2 ** 30);
      expect(server.asked).toHaveLength(12);
      const ofPart = `gpulease_machine_gpus{${label}="${parts[part]}"`;
      expect(server.asked.filter((asked) => !asked.query.includes(ofPart))).toEqual([]);
    },
  );

  it.each(['getNodeMetrics', 'getRegionMetrics', 'getGpuMetrics'] as const)(
    '%s accepts only names in the catalogue, and refuses customers',
    async (operation) => {
      for (const name of ['none', 'x"} or vector(1) #']) {
        const ofNone = await operator.call(operation, { params: { name }, query });
        expect([400, 404]).toContain(ofNone.status);
      }
      const asCustomer = await renter.browser.call(operation, { params: { name: parts.node }, query });
      expect(asCustomer.status).toBe(403);
      expect(server.asked).toEqual([]);
    },
  );
});

describe('the ranking of machines', () => {
  const GONE = 'gone-99999999';
  let operator: ApiClient;
  const readRanking = (query: Partial<Query<'getFleetRanking'>> = {}, client: ApiClient = operator) =>
    client.call('getFleetRanking', { query });
  const machinesIn = (ranking: FleetRanking) =>
    ranking.available
      ? ranking.machines.map(({ workload, gpuUse, idle }) => [workload.user, workload.name, gpuUse, idle])
      : [];

  beforeEach(async () => {
    scene.portal.clock.advance(5 * MINUTE_MS);
    // A session ends after half an hour without a call.
    operator = await scene.portal.admin();
    server.answer(answerRanking);
  });

  /** The source ranks a running machine and one that is gone; the GPUs of the first have been idle all day. */
  function answerRanking({ query, start, end, step }: AskedQuery, response: ServerResponse): void {
    if (query.startsWith('count(')) return sendMatrix(response, [{ metric: {}, values: [[start, '3']] }]);
    if (/(?:bottom|top)k/.test(query)) {
      const values = [[start, '1.5'] as const];
      return sendMatrix(response, [
        { metric: { name: GONE }, values },
        { metric: { name: MACHINE }, values },
      ]);
    }
    const of = { namespace: tenantNamespace(renter.id), name: MACHINE };
    const count = Math.round((end - start) / step) + 1;
    const values = Array.from({ length: count }, (_, index) => [start + index * step, '0'] as const);
    const gpus = query.includes('max_over_time') ? [{}] : [{ gpu: '0' }, { gpu: '1' }];
    sendMatrix(
      response,
      gpus.map((gpu) => ({ metric: { ...of, ...gpu }, values })),
    );
  }

  it('covers running machines with their idle times, by one query more than their gauges', async () => {
    const [{ body }] = await Promise.all([readRanking(), readRanking()]);
    const idle = { seconds: expect.any(Number), isLonger: true };
    expect(machinesIn(body)).toEqual([['ada', 'box', 1.5, idle]]);
    expect(server.asked.map(({ query }) => query.includes('bottomk'))).toEqual([
      true,
      ...[false, false, false, false],
    ]);
  });

  it('is followed by the known cost of idle machines, by two more queries', async () => {
    const { uid } = (await renter.browser.call('getWorkload', { params })).body;
    const order = { uid: uid ?? '', price: 3_600_000n, hold: 0n };
    const { orderId } = await anOrder(scene.portal, renter.id, order);
    await aRun(scene.portal, orderId, { from: new Date(status.startedAt) });
    const { body } = await operator.call('getFleetIdle');
    expect(body).toMatchObject({ available: true, machines: 3, counted: 2 });
    const spent = body.available ? Number(body.spent) : 0;
    // A day at 3.60 yuan an hour, plus the part of a step that is not over.
    expect(spent).toBeGreaterThan(86);
    expect(spent).toBeLessThan(87);
    expect(server.asked.map(({ query }) => query.slice(0, 9))).toEqual(
      expect.arrayContaining(['count(max', 'topk(200,']),
    );
    expect(server.asked).toHaveLength(6);
    expect((await operator.call('getFleetIdle', { query: { gpu: 'none' } })).error.code).toBe(
      'RESOURCE_NOT_FOUND',
    );
    expect((await renter.browser.call('getFleetIdle')).status).toBe(403);
  });

  it('can be limited to a region and reversed, and covers nothing outside the catalogue', async () => {
    const { region } = scene.cluster.names;
    expect(machinesIn((await readRanking({ rank: 'MOST_USED', region })).body)).toHaveLength(1);
    expect(server.asked[0]?.query).toContain(`region="${region}"`);
    expect(server.asked[0]?.query).toContain('topk(10,');
    server.asked.length = 0;
    for (const query of [{ region: 'x"} or vector(1) #' }, { gpu: 'none' }])
      expect((await readRanking(query)).error.code).toBe('RESOURCE_NOT_FOUND');
    expect((await readRanking({}, renter.browser)).status).toBe(403);
    expect(server.asked).toEqual([]);
  });

  it.each([
    ['the ranking', 'bottomk'],
    ['the gauges', 'avg_over_time(DCGM_FI_DEV_FB_USED'],
  ])('is reported as unreachable while the source fails for %s', async (_, part) => {
    server.answer((asked, response) => {
      if (asked.query.includes(part)) response.writeHead(503).end();
      else answerRanking(asked, response);
    });
    expect((await readRanking()).body).toEqual(unreachable);
    server.answer(answerRanking);
    scene.portal.clock.advance(10_000);
    expect((await readRanking()).body.available).toBe(true);
  });
});

it('few queries are sent to the source concurrently', async () => {
  const busy = await startMetricsServer();
  const source = createMetricsSource(busy.url);
  const window = { startMs: 0, stepMs: 30_000, overMs: 120_000, points: 2 };
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => source.ask(`up${index}`, window, AbortSignal.timeout(60_000))),
  );
  expect(busy.asked).toHaveLength(100);
  expect(busy.mostAtOnce()).toBeLessThanOrEqual(24);
  await busy.stop();
});

describe("another user's machine", () => {
  it('is not found', async () => {
    const other = await scene.aRenter('bob');
    const { status: code, error } = await other.browser.call('getWorkloadMetrics', { params });
    expect([code, error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    const asOperator = await other.browser.call('getAnyWorkloadMetrics', {
      params: { user: 'ada', ...params },
    });
    expect(asOperator.status).toBe(403);
    expect(server.asked).toEqual([]);
  });

  it.each(['box"', `x",name="${MACHINE}`, 'box"} or vector(1) #', `.*`, 'box\n', 'box\\'])(
    'is not reached by the machine name %j',
    async (name) => {
      const { status: code } = await renter.browser.call('getWorkloadMetrics', { params: { name } });
      expect([400, 404]).toContain(code);
      expect(server.asked).toEqual([]);
    },
  );

  it('is not reached by a forged range', async () => {
    const query = { range: '1h]' } as unknown as { range: '1h' };
    const { status: code } = await renter.browser.call('getWorkloadMetrics', { params, query });
    expect(code).toBe(400);
    expect(server.asked).toEqual([]);
  });
});
