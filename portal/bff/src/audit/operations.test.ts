import { describe, expect, it } from '@jest/globals';
import { routes } from '@gpulease/contract/routes';
import { auditActionOf, auditDetails, auditSubject } from './operations.ts';

const approval = {
  ...{ id: 'A1', kind: 'ADJUSTMENT', user: 'ada', amount: '2000.00', recharge: null },
  ...{ askedBy: 'first', reason: 'An outage' },
};

describe('the audit', () => {
  it.each([
    ['a workload of the caller', 'stopWorkload', { name: 'a' }, { name: 'a', user: 'ada' }, 'ada/a'],
    ['a workload by its owner', 'stopAnyWorkload', { user: 'ada', name: 'a' }, { name: 'a' }, 'ada/a'],
    ['a new workload', 'createWorkload', undefined, { name: 'a', user: 'ada' }, 'ada/a'],
    ['a recharge', 'closeRecharge', { id: 'r1' }, { id: 'r1', status: 'CLOSED' }, 'r1'],
    ['a new recharge', 'createRecharge', undefined, { id: 'r1' }, 'r1'],
    ['a user whose balance is adjusted', 'createAdjustment', { username: 'ada' }, { id: '7' }, 'ada'],
    [
      'the user whose adjustment awaits a second operator',
      'createAdjustment',
      { username: 'ada' },
      { approval },
      'ada',
    ],
    ['the user of a requested write-off', 'writeOffReceivable', { id: 'B7' }, { approval }, 'ada'],
    ['the user of a decided approval', 'decideApproval', { id: 'A1' }, approval, 'ada'],
    [
      'the machine of an answered report',
      'answerGpuReport',
      { id: '7' },
      { id: '7', user: 'ada', name: 'a' },
      'ada/a',
    ],
    ['a new object of the catalogue', 'createSku', undefined, { name: 'a100' }, 'skus/a100'],
    ['a node whose GPU is repaired', 'repairGpus', { name: 'gpu-1' }, { name: 'gpu-1' }, 'nodes/gpu-1'],
    ['a node with a planned maintenance', 'planMaintenance', { name: 'n' }, { name: 'n' }, 'nodes/n'],
    ['a deleted object', 'deleteVmImage', { name: 'debian' }, undefined, 'vm-images/debian'],
  ] as const)('names %s', (...[, operation, params, answer, subject]) => {
    expect(auditSubject(routes[operation], { params, answer, caller: 'admin' })).toBe(subject);
  });

  it.each([
    ['createRegion', 'CREATE_RESOURCE'],
    ['updateNode', 'CHANGE_RESOURCE'],
    ['setNodeStatus', 'SET_RESOURCE_STATUS'],
    ['deleteGpu', 'DELETE_RESOURCE'],
    ['getGpu', undefined],
  ] as const)('records %s as %s', (operation, action) => {
    expect(auditActionOf(routes[operation])).toBe(action);
  });

  const maintenance = { reason: 'New disks', noticeSeconds: 600 };
  it.each([
    [
      'the start of a maintenance',
      ...(['setNodeStatus', { status: 'maintenance', maintenance }] as const),
      { status: 'maintenance', ...maintenance },
    ],
    ['its end', 'setNodeStatus', { status: 'active', maintenance: null }, { status: 'active' }],
    [
      'GPUs that go into quarantine',
      ...(['quarantineGpus', { gpuNumber: 1, reason: 'Xid 79' }] as const),
      { gpuNumber: 1, reason: 'Xid 79' },
    ],
    ['a new GPU', 'createGpu', { name: 'a100', vendor: 'NVIDIA' }, { vendor: 'NVIDIA' }],
    ['nothing for a deletion', 'deleteGpu', undefined, {}],
    ['nothing for a customer’s order', 'createWorkload', { name: 'box' }, undefined],
  ] as const)('records the request of an operator: %s', (_, operation, body, details) => {
    expect(auditDetails(routes[operation], { body })).toEqual(details);
  });

  it('records only the changed fields of an object', () => {
    const before = { name: 'p', price: '12', unit: 'HOUR', etag: '1' };
    const answer = { ...before, price: '15', etag: '2' };
    const body = { price: '15', unit: 'HOUR' };
    expect(auditDetails(routes.updatePricingPolicy, { body, before, answer })).toEqual({
      changes: { price: { from: '12', to: '15' } },
    });
  });

  it('records requester and details of an approval request and of its decision', () => {
    const told = { approval: 'A1', kind: 'ADJUSTMENT', amount: '2000.00', recharge: null };
    const asked = { amount: '2000.00', reason: 'An outage' };
    expect(auditActionOf(routes.createAdjustment, { approval })).toBe('ASK_APPROVAL');
    expect(auditDetails(routes.createAdjustment, { body: asked, answer: { approval } })).toEqual({
      ...asked,
      ...told,
      ...{ askedBy: 'first', askedFor: 'An outage' },
    });
    const body = { decision: 'APPROVE', reason: 'I have seen the outage' };
    expect(auditActionOf(routes.decideApproval, approval)).toBe('DECIDE_APPROVAL');
    expect(auditDetails(routes.decideApproval, { body, answer: approval })).toEqual({
      ...body,
      ...told,
      ...{ askedBy: 'first', askedFor: 'An outage' },
    });
  });

  it.each([
    ['once it is booked', { creditedAt: '2026-11-27T09:00:00.001Z' }, { amount: '54.00' }],
    ['while it waits for a second operator', { creditedAt: null }, { amount: '54.00' }],
    ['but not with a second answer', { creditedAt: '2026-11-26T09:00:00Z' }, {}],
    ['and nothing if no credit is given', { credit: null, creditedAt: null }, {}],
  ])('records the credit of a confirmed report, %s', (_, change, amount) => {
    const asked = { status: 'CONFIRMED', reason: 'Xid 79' };
    const answer = { credit: '54.00', answeredAt: '2026-11-27T09:00:00.000Z', ...change };
    const body = { ...asked, credit: true };
    expect(auditDetails(routes.answerGpuReport, { body, answer })).toEqual({ ...asked, ...amount });
  });

  it('records the earlier state of a node and the reason for its maintenance', () => {
    const body = { status: 'maintenance', maintenance };
    const [before, answer] = [{ status: 'active', maintenance: null }, body];
    expect(auditDetails(routes.setNodeStatus, { body, before, answer })).toEqual({
      changes: { status: { from: 'active', to: 'maintenance' } },
      ...maintenance,
    });
  });
});
