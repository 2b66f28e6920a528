import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { computeNodes, fieldManagers, tenantNamespace, type NodeDevice } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import { Registry } from 'prom-client';
import { readDunningSchedule } from '../dunning/schedule.ts';
import { openScene, type Renter, type Scene } from '../testing/scene.ts';
import { scheduled } from '../workloads/testing/cluster.ts';
import type { ApiClient } from '../testing/api-client.ts';
import { findViolations } from './check-books.ts';
import { createBillingMetrics } from './metrics.ts';
import { startWorker, type BillingWorker } from './run.ts';

const HOUR_MS = 3_600_000;
const ID = '0000:17:00.0';
const resources = {
  ...{ cpu: 8, memory: '64Gi', disk: '100Gi' },
  gpu: { model: 'a100', deviceName: 'nvidia.com/A100', count: 1 },
};

type DeviceEvent = NodeDevice['history'][number];

let scene: Scene;
let admin: ApiClient;
let workers: BillingWorker[];
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.portal.admin();
  workers = [aWorker(), aWorker()];
  await Promise.all(workers.map(({ ready }) => ready));
});
afterEach(async () => {
  await eventually(async () => expect(await findViolations(scene.portal.database)).toEqual([]));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await scene.stop();
});

function aWorker(): BillingWorker {
  const { database, log } = scene.portal;
  return startWorker({
    ...{ cluster: scene.cluster.cluster, database, log },
    dunning: readDunningSchedule({}),
    credits: { creditsReports: true, secondOperatorAbove: 300n },
    metrics: createBillingMetrics(new Registry()),
    sweepMs: 100,
  });
}

/** A machine whose GPU its customer has reported. */
interface Reported {
  readonly renter: Renter;
  readonly username: string;
  readonly node: string;
  readonly id: string;
  /** What the controller records about its GPU after the report. */
  readonly noted: DeviceEvent;
}

/** Creates a machine that has run for three hours at 1.58 yuan an hour and was reported `hours` ago. */
async function aReport(username: string, hours = 1): Promise<Reported> {
  const renter = await scene.aRenter(username);
  const node = `node-${username}`;
  await createNode(node);
  const { id: userId, browser } = renter;
  await browser.call('createWorkload', { body: scene.order() });
  const since = new Date(Date.now() - 3 * HOUR_MS).toISOString();
  await eventually(async () => expect(await scene.cluster.get(userId, 'box')).toBeDefined());
  const { metadata } = (await scene.cluster.get(userId, 'box'))!;
  await query(
    `UPDATE workload_order SET accepted_at = accepted_at - interval '4 hours' WHERE user_id = $1`,
    userId,
  );
  await scene.cluster.asOperator(userId, 'box', {
    ...{ phase: 'Running', resources, placed: { node, at: since } },
    conditions: [scheduled('True', new Date(since))],
    runs: [{ id: metadata.uid ?? '', startedAt: since }],
  });
  await eventually(async () => {
    expect((await browser.call('getWorkload', { params: { name: 'box' } })).body.status).toBe('RUNNING');
    const { rowCount } = await query(
      'SELECT FROM usage_segment s JOIN workload_order o ON o.id = s.order_id WHERE o.user_id = $1',
      userId,
    );
    expect(rowCount).toBe(1);
  });
  const { id } = (
    await browser.call('reportGpu', { params: { name: 'box' }, body: { fault: 'ERRORS', details: null } })
  ).body;
  const at = new Date(Date.now() - hours * HOUR_MS);
  await query('UPDATE gpu_report SET created_at = $2 WHERE id = $1', id, at);
  const noted: DeviceEvent = {
    ...{ time: new Date().toISOString(), type: 'Suspected' },
    workload: `${tenantNamespace(userId)}/box`,
  };
  return { renter, username, node, id, noted };
}

function query(text: string, ...values: unknown[]) {
  return scene.portal.pool.query(text, values);
}

async function createNode(name: string): Promise<void> {
  const { region, sku } = scene.cluster.names;
  await scene.cluster.cluster.resource(computeNodes).create({
    metadata: { name },
    spec: {
      ...{ description: 'For tests', region, skus: [sku], state: 'Active' },
      resources: { cpu: 64, memory: '512Gi', storage: '2Ti', gpus: { model: 'a100', count: 8 } },
    },
  });
}

/** Writes the history of the GPU as the controller does. */
async function tell({ node: name }: Reported, ...history: DeviceEvent[]): Promise<void> {
  await scene.cluster.cluster
    .resource(computeNodes)
    .applyStatus(
      { metadata: { name }, status: { devices: [{ id: ID, history }] } },
      { fieldManager: fieldManagers.operator, force: true },
    );
}

const check = (type: 'CheckFailed' | 'CheckPassed'): DeviceEvent => ({
  time: new Date().toISOString(),
  type,
});

async function reportOf({ username }: Reported) {
  const { items } = (await admin.call('listAllGpuReports', { query: { search: username } })).body;
  return items[0];
}

async function noticesOf({ renter }: Reported): Promise<string[]> {
  const { items } = (await renter.browser.call('listNotices')).body;
  return items.map(({ kind }) => kind).filter((kind) => kind.startsWith('GPU_'));
}

describe('a check of a reported GPU', () => {
  it('confirms the report when it fails, and credits the customer once in the name of the platform', async () => {
    const report = await aReport('ada');
    await tell(report, report.noted, check('CheckFailed'));
    await eventually(async () => expect((await reportOf(report))?.status).toBe('CONFIRMED'));
    const answered = await reportOf(report);
    expect(answered).toMatchObject({
      ...{ answer: null, answeredBy: null, failedDevice: ID, check: { result: 'FAILED' } },
      ...{ credit: expect.stringMatching(/^1\.5[789]$/), creditedAt: expect.any(String) },
    });
    const { browser } = report.renter;
    expect((await browser.call('listGpuReports')).body.items).toMatchObject([
      { status: 'CONFIRMED', answer: null, check: { result: 'FAILED' } },
    ]);
    expect(await noticesOf(report)).toEqual(['GPU_CREDITED', 'GPU_REPORT_PROVEN']);
    const records = (await browser.call('listBillingRecords', { query: { type: 'RECHARGE' } })).body;
    expect(records.items[0]).toMatchObject({
      ...{ amount: answered?.credit, refundReason: 'GPU_FAULT', operator: null, remark: '' },
    });
    const { items } = (await admin.call('listAuditEntries', { query: { action: 'ANSWER_GPU_REPORT' } })).body;
    expect(items).toMatchObject([
      {
        ...{ actor: null, subject: 'ada/box' },
        details: { status: 'CONFIRMED', failedDevice: ID, amount: answered?.credit },
      },
    ]);
  });

  it('leaves the report to operators when it passes, and shows them the result', async () => {
    const report = await aReport('bob');
    await tell(report, report.noted, check('CheckPassed'));
    await eventually(async () => expect((await reportOf(report))?.check?.result).toBe('PASSED'));
    await tell(report, report.noted, check('CheckPassed'), check('CheckFailed'));
    await swept(4);
    expect(await reportOf(report)).toMatchObject({ status: 'OPEN', credit: null });
    expect(await noticesOf(report)).toEqual([]);
  });

  it('is ignored once an operator has answered', async () => {
    const report = await aReport('cid');
    const body = { status: 'DISMISSED', reason: '驱动版本不符' } as const;
    await admin.call('answerGpuReport', { params: { id: report.id }, body });
    await tell(report, report.noted, check('CheckFailed'));
    await swept(4);
    expect(await reportOf(report)).toMatchObject({ status: 'DISMISSED', check: null, credit: null });
  });

  it('requests approval of a credit above the limit in the name of the platform', async () => {
    const report = await aReport('dan', 2);
    await tell(report, report.noted, check('CheckFailed'));
    await eventually(async () => expect((await reportOf(report))?.status).toBe('CONFIRMED'));
    const { items } = (await admin.call('listApprovals', { query: { search: 'dan' } })).body;
    expect(items).toMatchObject([{ kind: 'ADJUSTMENT', askedBy: null, reason: `CheckFailed ${ID}` }]);
    const body = { decision: 'APPROVE', reason: '已核对' } as const;
    const { status } = await admin.call('decideApproval', { params: { id: items[0]?.id ?? '' }, body });
    expect(status).toBe(200);
    expect(await noticesOf(report)).toEqual(['GPU_CREDITED', 'GPU_REPORT_PROVEN']);
    expect((await reportOf(report))?.credit).toMatch(/^3\.1[567]$/);
  });
});

/** Waits until `times` more sweeps have ended. */
async function swept(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const before = await lastSweep();
    await eventually(async () => expect((await lastSweep()).getTime()).toBeGreaterThan(before.getTime()));
  }
}

async function lastSweep(): Promise<Date> {
  const { done_at } = await scene.portal.database
    .selectFrom('last_done')
    .select('done_at')
    .where('task', '=', 'SWEEP')
    .executeTakeFirstOrThrow();
  return done_at;
}
