import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { computeNodes, fieldManagers, type WorkloadStatus } from '@gpulease/crds';
import type { MoveRefusal } from '@gpulease/contract/enums';
import { errorReasons } from '@gpulease/contract/errors';
import { eventually } from '@gpulease/kube/testing';
import { openScene, type Renter, type Scene } from '../testing/scene.ts';

const named = { params: { name: 'box' } };
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const announcedAt = inHours(-1);
const gpu = { model: 'a100', deviceName: 'example.com/a100', count: 1 };
const resources = { cpu: 8, memory: '32Gi', disk: '200Gi', gpu };
const planned = { reason: 'New power supply', startTime: inHours(5), endTime: inHours(8) };

let scene: Scene;
let owner: Renter;
let here: string;
let there: string;

beforeAll(async () => {
  scene = await openScene();
  const { region } = scene.cluster.names;
  [here, there] = [`here-${region}`, `there-${region}`];
  for (const name of [here, there]) await addNode(name);
  await announce(here);
  owner = await scene.aRenter('owner');
  await scene.cluster.createWorkload(owner.id, 'box');
  await isRunning();
});
afterAll(() => scene.stop());

async function addNode(name: string): Promise<void> {
  const client = scene.cluster.cluster.resource(computeNodes);
  const capacity = { cpu: 64, memory: '512Gi', storage: '4Ti', gpus: 1 };
  const { region, sku } = scene.cluster.names;
  const offered = { ...capacity, gpus: { model: 'a100', count: 1 } };
  await client.create({
    metadata: { name },
    spec: { description: 'For tests', region, resources: offered, skus: [sku], state: 'Active' },
  });
  const open = { type: 'Schedulable', status: 'True', reason: 'Open', message: 'Open.' } as const;
  const conditions = [{ ...open, lastTransitionTime: inHours(-1) }];
  await client.applyStatus(
    { metadata: { name }, status: { architecture: 'amd64', capacity, free: capacity, conditions } },
    { fieldManager: fieldManagers.operator, force: true },
  );
}

function announce(name: string, maintenance: object | null = planned) {
  return scene.cluster.cluster.resource(computeNodes).mergePatch({ name }, { spec: { maintenance } });
}

/** Plays the operator: the machine runs on the node that will be in maintenance. */
async function isRunning(change: WorkloadStatus = {}): Promise<void> {
  await scene.cluster.asOperator(owner.id, 'box', {
    phase: 'Running',
    resources,
    placed: { node: here, at: inHours(-2) },
    plannedMaintenance: { ...planned, announcedAt },
    ...change,
  });
}

const asked = async () => (await scene.cluster.get(owner.id, 'box'))?.spec.moveRequestedAt;
const refusal = async () => (await owner.browser.call('getWorkloadMove', named)).body.refusal;
const move = () => owner.browser.call('moveWorkload', named);

async function untilRefused(reason: string | null): Promise<void> {
  await eventually(async () => expect(await refusal()).toBe(reason));
}

/** Expects that a move is refused and not requested. */
async function isRefused(reason: MoveRefusal): Promise<void> {
  const answer = await move();
  expect([answer.status, answer.error.details?.reason]).toEqual([409, reason]);
  expect(answer.error.message).toBe(errorReasons[reason].zh);
  expect(await asked()).toBeUndefined();
}

describe('moving before planned maintenance', () => {
  it('is refused if no other node has room, which can be queried beforehand', async () => {
    await announce(there);
    await untilRefused('NO_ROOM_ELSEWHERE');
    await isRefused('NO_ROOM_ELSEWHERE');
    await announce(there, null);
    await scene.cluster.createWorkload(owner.id, 'neighbour');
    await scene.cluster.asOperator(owner.id, 'neighbour', {
      phase: 'Running',
      placed: { node: there, at: inHours(-1) },
      resources,
    });
    await untilRefused('NO_ROOM_ELSEWHERE');
    await scene.cluster.asOperator(owner.id, 'neighbour', { phase: 'Stopped' });
    await untilRefused(null);
  });

  it('is refused if its disk is on its node', async () => {
    await isRunning({ diskNode: here });
    await untilRefused('DISK_ON_NODE');
    await isRefused('DISK_ON_NODE');
    await isRunning();
    await untilRefused(null);
  });

  it('is refused to all but its owner', async () => {
    const { browser } = await scene.aRenter('stranger');
    expect((await browser.call('moveWorkload', named)).status).toBe(404);
    expect((await browser.call('getWorkloadMove', named)).status).toBe(404);
    const admin = await scene.portal.admin();
    const seen = (await admin.call('getAnyWorkload', { params: { user: 'owner', name: 'box' } })).body;
    expect(seen.allowedActions).not.toContain('move');
    expect(await asked()).toBeUndefined();
  });

  it('requests another node from the operator without naming one', async () => {
    const before = await scene.cluster.get(owner.id, 'box');
    const { status, body } = await move();
    expect([status, body.allowedActions]).toEqual([202, expect.arrayContaining(['move'])]);
    const after = await scene.cluster.get(owner.id, 'box');
    expect(after?.spec).toEqual({ ...before?.spec, moveRequestedAt: expect.any(String) });
    expect(Date.parse(after?.spec.moveRequestedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(announcedAt));
    const admin = await scene.portal.admin();
    const audited = await admin.call('listAuditEntries', { query: { action: 'MOVE_WORKLOAD' } });
    expect(audited.body.total).toBe(1);
  });

  it('is unavailable without maintenance ahead, such as after a move', async () => {
    await isRunning({ plannedMaintenance: undefined, placed: { node: there, at: inHours(0) } });
    await eventually(async () =>
      expect((await owner.browser.call('getWorkload', named)).body.allowedActions).not.toContain('move'),
    );
    expect(await refusal()).toBe('ILLEGAL_TRANSITION');
    const answer = await move();
    expect(answer.error.details?.reason).toBe('ILLEGAL_TRANSITION');
  });

  it('is refused if an administrator has chosen the node', async () => {
    await isRunning();
    const { namespace, name } = (await scene.cluster.get(owner.id, 'box'))!.metadata;
    const patch = JSON.stringify({ spec: { moveRequestedAt: null, placement: { nodeName: here } } });
    const target = ['workloads.gpulease.dev', name, `--namespace=${namespace}`];
    await scene.cluster.controlPlane.kubectl(['patch', ...target, '--type=merge', `--patch=${patch}`]);
    await untilRefused('NODE_CHOSEN');
    await isRefused('NODE_CHOSEN');
  });
});
