import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkloadStatus } from '@gpulease/crds';
import { eventually } from '@gpulease/kube/testing';
import type { ApiClient } from '../testing/api-client.ts';
import { anOrder, aRun } from '../testing/books.ts';
import { openScene, type Renter, type Scene } from '../testing/scene.ts';
import { findViolations } from '../worker/check-books.ts';

const HOUR_MS = 3_600_000;
const resources = {
  cpu: 8,
  memory: '64Gi',
  disk: '100Gi',
  gpu: { model: 'a100', deviceName: 'nvidia.com/A100', count: 1 },
};

let scene: Scene;
let admin: ApiClient;
let ada: Renter;
beforeAll(async () => {
  scene = await openScene({ creditsReports: true });
  admin = await scene.portal.admin();
  ada = await scene.aRenter('ada');
});
afterAll(() => scene.stop());

/** Creates a machine that runs on a node and waits until the portal shows it. */
async function machine(name: string, status: WorkloadStatus = { resources }): Promise<void> {
  await scene.cluster.createWorkload(ada.id, name);
  const placed = { node: 'gpu-1', at: '2026-01-01T00:00:00Z' };
  await scene.cluster.asOperator(ada.id, name, { phase: 'Running', placed, ...status });
  await eventually(async () => {
    const { body } = await ada.browser.call('getWorkload', { params: { name } });
    expect(body.status).toBe('RUNNING');
  });
}

const report = (name: string) =>
  ada.browser.call('reportGpu', {
    params: { name },
    body: { fault: 'ERRORS', details: 'Xid 79 in dmesg' },
  });
const answer = (id: string, status: 'CONFIRMED' | 'REPAIRED' | 'DISMISSED', reason: string) =>
  admin.call('answerGpuReport', { params: { id }, body: { status, reason } });
const noticesAbout = async (name: string) => {
  const { items } = (await ada.browser.call('listNotices')).body;
  return items.filter(({ workload }) => workload === name).map(({ kind, why }) => [kind, why]);
};

describe('a report of a GPU', () => {
  it('reaches operators with its node, and notifies the customer of each answer', async () => {
    await machine('box');
    const { status, body } = await report('box');
    expect([status, body.status]).toEqual([201, 'OPEN']);
    const { metadata } = (await scene.cluster.get(ada.id, 'box'))!;
    expect(Date.parse(metadata.annotations?.['gpulease.dev/gpu-reported-at'] ?? '')).not.toBeNaN();
    const open = { query: { status: 'OPEN', search: 'ada' } } as const;
    expect((await admin.call('listAllGpuReports', open)).body.items).toMatchObject([
      {
        ...{ id: body.id, user: 'ada', name: 'box', node: 'gpu-1', gpu: 'a100' },
        ...{ fault: 'ERRORS', details: 'Xid 79 in dmesg', answer: null },
      },
    ]);
    expect((await answer(body.id, 'CONFIRMED', '已停售')).status).toBe(200);
    expect((await answer(body.id, 'REPAIRED', '已更换')).body).toMatchObject({
      ...{ status: 'REPAIRED', answer: '已更换', answeredBy: 'admin' },
    });
    expect(await noticesAbout('box')).toEqual([
      ['GPU_REPORT_REPAIRED', '已更换'],
      ['GPU_REPORT_CONFIRMED', '已停售'],
    ]);
    const own = await ada.browser.call('listGpuReports', { query: { name: 'box' } });
    expect(own.body.items).toMatchObject([{ status: 'REPAIRED', answer: '已更换' }]);
    const { rows } = await scene.portal.pool.query(
      `SELECT action, actor, details FROM audit_entry WHERE subject = 'ada/box' AND action LIKE '%GPU%' ORDER BY id`,
    );
    expect(rows).toMatchObject([
      { action: 'REPORT_GPU', actor: 'ada' },
      { action: 'ANSWER_GPU_REPORT', actor: 'admin', details: { status: 'CONFIRMED', reason: '已停售' } },
      { action: 'ANSWER_GPU_REPORT', actor: 'admin', details: { status: 'REPAIRED', reason: '已更换' } },
    ]);
  });

  it('is limited to one open report per machine, and is answered once', async () => {
    await machine('again');
    const { id } = (await report('again')).body;
    expect((await report('again')).error.details).toMatchObject({ reason: 'GPU_REPORTED' });
    await answer(id, 'DISMISSED', '驱动版本不符');
    for (const status of ['CONFIRMED', 'DISMISSED'] as const)
      expect((await answer(id, status, '再次')).error.details).toMatchObject({
        reason: 'ILLEGAL_TRANSITION',
      });
    expect(await noticesAbout('again')).toEqual([['GPU_REPORT_DISMISSED', '驱动版本不符']]);
    expect((await report('again')).status).toBe(201);
    expect((await answer('999', 'DISMISSED', '没有')).status).toBe(404);
  });

  it('credits, once confirmed, the cost of the run since the report', async () => {
    await machine('sick');
    const { id } = (await report('sick')).body;
    const at = (hours: number) => new Date(Math.floor(Date.now() / 1_000) * 1_000 - hours * HOUR_MS);
    const { rows } = await scene.portal.pool.query<{ workload_uid: string }>(
      'UPDATE gpu_report SET created_at = $2 WHERE id = $1 RETURNING workload_uid',
      [id, at(2)],
    );
    // A fen per second.
    const order = { uid: rows[0]?.workload_uid ?? '', price: 36_000_000n, hold: 0n };
    const { orderId } = await anOrder(scene.portal, ada.id, order);
    await aRun(scene.portal, orderId, { from: at(2.5), until: at(0.5) });
    const params = { id };
    expect((await admin.call('getGpuReportCredit', { params })).body).toEqual({ amount: '54.00' });
    expect((await answer(id, 'CONFIRMED', 'Xid 79')).body).toMatchObject({
      ...{ credit: '54.00', creditedAt: expect.any(String) },
    });
    await answer(id, 'REPAIRED', '已更换');
    expect((await admin.call('getGpuReportCredit', { params })).body).toEqual({ amount: null });
    expect((await ada.browser.call('getBalance')).body.balance).toBe('82.00');
    const { items } = (await ada.browser.call('listNotices')).body;
    expect(items.filter(({ kind }) => kind === 'GPU_CREDITED')).toMatchObject([
      { workload: 'sick', amount: '54.00' },
    ]);
    const records = (await ada.browser.call('listBillingRecords', { query: { type: 'RECHARGE' } })).body;
    expect(records.items[0]).toMatchObject({ amount: '54.00', refundReason: 'GPU_FAULT', operator: 'admin' });
    expect(await findViolations(scene.portal.database)).toEqual([]);
  });

  it('credits nothing if the operator declines', async () => {
    await machine('kept');
    const { id } = (await report('kept')).body;
    const body = { status: 'CONFIRMED', reason: '人为损坏', credit: false } as const;
    expect((await admin.call('answerGpuReport', { params: { id }, body })).body.credit).toBeNull();
  });

  it('is refused for a machine without a GPU and for one that is not running', async () => {
    const { gpu: _, ...withoutGpu } = resources;
    await machine('plain', { resources: withoutGpu });
    expect((await report('plain')).error.details).toMatchObject({ reason: 'ILLEGAL_TRANSITION' });
    await scene.cluster.createWorkload(ada.id, 'new');
    await eventually(async () => {
      expect((await report('new')).error.details).toMatchObject({ reason: 'ILLEGAL_TRANSITION' });
    });
  });

  it('is answered by operators only', async () => {
    const refused = await ada.browser.call('answerGpuReport', {
      params: { id: '1' },
      body: { status: 'DISMISSED', reason: 'me' },
    });
    expect(refused.error.code).toBe('PERMISSION_DENIED');
  });
});
