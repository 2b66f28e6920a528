import type { ComputeNode, Workload } from '@gpulease/crds';
import { describe, expect, it } from '@jest/globals';
import { machineNotice, moveNotice, plannedNotice, returnNotice } from './machine-notice.ts';

const earlier = '2026-03-01T09:00:00Z';
const noticed = '2026-03-01T10:00:00Z';
const stopAt = '2026-03-01T10:10:00Z';
const order = {
  id: 'o-1',
  userId: 'u-1',
  name: 'box',
  at: new Date('2026-03-01T10:05:00Z'),
  mode: 'ON_DEMAND',
  price: 1_580_000n,
  unit: 'HOUR',
  quantity: 2n,
} as const;
const about = { userId: 'u-1', subject: 'machine/o-1', workload: 'box' };

const notice = (status: Workload['status'], metadata = {}, spec = {}) =>
  machineNotice({ metadata: { name: 'box', ...metadata }, spec, status } as Workload, order);

const runs = [
  { id: 'run-2', startedAt: '2026-03-01T09:30:00Z' },
  { id: 'run-1', startedAt: earlier, stoppedAt: '2026-03-01T09:20:00Z' },
];
const interruptedFor = (reason: 'Maintenance' | 'Spot' | 'Schedule') => ({
  reason,
  noticedAt: noticed,
  stopAt,
});
const haltedFor = (reason: string, at = noticed) => ({ reason, at });
const failedAt = (at: string) => ({ at, reason: 'CrashLoop', message: 'It crashed.' });

describe('the owner of a machine on a node with planned maintenance', () => {
  const plannedMaintenance = {
    ...{ startTime: '2026-03-07T02:00:00Z', endTime: '2026-03-07T06:00:00Z' },
    ...{ reason: 'A new power supply', announcedAt: noticed },
  };
  const running = { phase: 'Running', startedAt: earlier, plannedMaintenance } as const;
  const planned = (status: Workload['status']) =>
    plannedNotice({ metadata: { name: 'box' }, spec: {}, status } as Workload, order);

  it('is notified of the time and the reason, once per announcement', () => {
    expect(planned(running)).toEqual({
      ...about,
      kind: 'MAINTENANCE_PLANNED',
      key: `MAINTENANCE_PLANNED/o-1/${noticed}`,
      until: new Date('2026-03-07T02:00:00Z'),
      why: 'A new power supply',
    });
  });

  it.each<[when: string, changes: NonNullable<Workload['status']>]>([
    ['before it runs', { phase: 'Scheduled' }],
    ['once the notice of the stop has come', { interruption: interruptedFor('Maintenance') }],
    [
      'of an announcement days ago',
      {
        plannedMaintenance: { ...plannedMaintenance, announcedAt: '2026-02-27T09:00:00Z' },
        startedAt: '2026-02-26T09:00:00Z',
      },
    ],
  ])('is not notified %s', (_, changes) => {
    expect(planned({ ...running, ...changes })).toBeUndefined();
  });

  it('is notified when the machine starts long after the announcement', () => {
    const announced = { ...plannedMaintenance, announcedAt: '2026-02-27T09:00:00Z' };
    expect(planned({ ...running, plannedMaintenance: announced })).toMatchObject({
      kind: 'MAINTENANCE_PLANNED',
    });
  });
});

describe('the owner of a machine', () => {
  it('is notified that it will be stopped for maintenance', () => {
    expect(notice({ phase: 'Running', runs, interruption: interruptedFor('Maintenance') })).toEqual({
      ...about,
      kind: 'MAINTENANCE',
      key: `MAINTENANCE/o-1/${noticed}`,
      until: new Date(stopAt),
    });
  });

  it.each([
    [
      'before it',
      'MaintenanceNotice',
      { phase: 'Running', runs, interruption: interruptedFor('Maintenance') },
    ],
    ['when it stops', 'Maintenance', { phase: 'Stopped', runs, halt: haltedFor('Maintenance', stopAt) }],
  ] as const)('is notified of the reason for maintenance, %s', (_, reason, status) => {
    const parameters = { why: 'A new fan' };
    const said = { ...status, runs: [...runs], reason, parameters };
    expect(notice(said)).toMatchObject({ kind: 'MAINTENANCE', why: 'A new fan' });
    expect(notice({ ...said, reason: 'Frozen' })).not.toHaveProperty('why');
  });

  it('is notified when another customer needs its capacity', () => {
    expect(notice({ phase: 'Running', runs, interruption: interruptedFor('Spot') })).toMatchObject({
      kind: 'SPOT_INTERRUPTED',
      until: new Date(stopAt),
    });
  });

  it('is notified before a scheduled stop, and after one unless it was announced', () => {
    expect(notice({ phase: 'Running', runs, interruption: interruptedFor('Schedule') })).toMatchObject({
      kind: 'SCHEDULED_STOP',
      until: new Date(stopAt),
    });
    expect(notice({ phase: 'Stopped', runs, halt: haltedFor('ScheduledStop', stopAt) })).toMatchObject({
      key: `SCHEDULED_STOP/o-1/${stopAt}`,
      foretoldFor: new Date(stopAt),
    });
  });

  it('is notified that it will stop if it stays idle, and when it has stopped', () => {
    const idle = { schedule: { idle: { gpuPercent: 5, minutes: 60 } } };
    expect(
      notice({ phase: 'Running', runs, interruption: interruptedFor('Schedule') }, {}, idle),
    ).toMatchObject({
      kind: 'IDLE_STOP',
      until: new Date(stopAt),
    });
    const stopped = notice({ phase: 'Stopped', runs, halt: haltedFor('IdleStop', stopAt) }, {}, idle);
    expect(stopped).toMatchObject({ kind: 'IDLE_STOP', key: `IDLE_STOP/o-1/${stopAt}` });
    expect(stopped).not.toHaveProperty('foretoldFor');
  });

  it('is notified when an order reaches its scheduled stop before its turn', () => {
    expect(notice({ phase: 'Stopped', halt: haltedFor('ScheduledStop') })).toMatchObject({
      kind: 'SCHEDULED_STOP',
    });
  });

  it('is notified when it stops, unless the stop was announced', () => {
    expect(notice({ phase: 'Stopping', runs, halt: haltedFor('Maintenance', stopAt) })).toEqual({
      ...about,
      kind: 'MAINTENANCE',
      key: `MAINTENANCE/o-1/${stopAt}`,
      foretoldFor: new Date(stopAt),
    });
    expect(notice({ phase: 'Stopped', runs, halt: haltedFor('Spot') })).toMatchObject({
      key: `SPOT_INTERRUPTED/o-1/${noticed}`,
    });
  });

  it('is notified that an order found no free capacity', () => {
    expect(notice({ phase: 'Stopped', halt: haltedFor('OrderSoldOut') })).toMatchObject({
      kind: 'ORDER_SOLD_OUT',
      key: `ORDER_SOLD_OUT/o-1/${noticed}`,
    });
  });

  it('is notified of each failure', () => {
    expect(notice({ phase: 'Failed', runs, lastTransition: failedAt(noticed) })).toEqual({
      ...about,
      kind: 'MACHINE_FAILED',
      key: `MACHINE_FAILED/o-1/${noticed}`,
    });
  });

  it.each([
    ['of a machine that runs', { phase: 'Running', runs }],
    [
      'of an interruption before it runs',
      { phase: 'Scheduled', interruption: interruptedFor('Maintenance') },
    ],
    ['of a stop for funds, which billing reports', { phase: 'Stopped', runs, halt: haltedFor('Funds') }],
    ['of a machine that runs again', { phase: 'Running', runs, halt: haltedFor('Maintenance') }],
    [
      'of a stop days ago',
      { phase: 'Stopped', runs, halt: haltedFor('Maintenance', '2026-02-27T09:00:00Z') },
    ],
    ['of a failure days ago', { phase: 'Failed', lastTransition: failedAt('2026-02-27T09:00:00Z') }],
    ['before the operator has reconciled it', undefined],
  ] as const)('is not notified %s', (_, status) => {
    expect(notice(status as Workload['status'])).toBeUndefined();
  });

  it('is notified of an interruption that destroys the machine, unless it was announced', () => {
    const halted = { phase: 'Destroying', runs, halt: haltedFor('Spot') } as const;
    expect(notice(halted, { deletionTimestamp: noticed }, { interruption: 'Destroy' })).toMatchObject({
      key: `SPOT_INTERRUPTED/o-1/${noticed}`,
      foretoldFor: new Date(noticed),
    });
  });

  it('is not notified of a machine that they are destroying', () => {
    const failed = { phase: 'Failed', lastTransition: failedAt(noticed) } as const;
    expect(notice(failed, { deletionTimestamp: noticed })).toBeUndefined();
    const stopped = { phase: 'Destroying', runs, halt: haltedFor('Spot') } as const;
    expect(notice(stopped, { deletionTimestamp: noticed }, { interruption: 'Stop' })).toBeUndefined();
  });
});

describe('the owner of a machine that has started', () => {
  const started = { phase: 'Running', runs, placed: { node: 'n', at: noticed } } as const;
  const ordered = (at: string) => ({ creationTimestamp: at });

  it.each([
    ['after waiting for its turn, its time or its node', ordered(earlier), {}],
    [
      'long after the start that they had requested',
      ordered('2026-02-01T09:00:00Z'),
      { restartedAt: '2026-03-01T09:59:44Z' },
    ],
  ])('is notified of its hourly price %s', (_, metadata, spec) => {
    expect(notice(started, metadata, spec)).toEqual({
      ...about,
      kind: 'MACHINE_STARTED',
      key: `MACHINE_STARTED/o-1/${noticed}`,
      perHour: 3_160_000n,
    });
  });

  it('is not notified of a price if the term is paid', () => {
    const workload = { metadata: { name: 'box', ...ordered(earlier) }, spec: {}, status: started };
    const told = machineNotice(workload as unknown as Workload, { ...order, mode: 'RESERVED' });
    expect(told).toMatchObject({ kind: 'MACHINE_STARTED' });
    expect(told).not.toHaveProperty('perHour');
  });

  it.each([
    ['which they have just ordered', started, ordered('2026-03-01T09:59:45Z'), {}],
    ['which they have just requested', started, ordered(earlier), { restartedAt: noticed }],
    ['which does not run yet', { ...started, phase: 'Starting' }, ordered(earlier), {}],
    [
      'which started days ago',
      { ...started, placed: { node: 'n', at: '2026-02-27T09:00:00Z' } },
      ordered('2026-02-20T09:00:00Z'),
      {},
    ],
  ] as const)('is not notified of one %s', (_, status, metadata, spec) => {
    expect(notice(status as unknown as Workload['status'], metadata, spec)).toBeUndefined();
  });
});

it('the owner of a machine that starts elsewhere after the loss of its node is notified', () => {
  const lost = { phase: 'Failed', lastTransition: failedAt(noticed), halt: haltedFor('NodeLost') } as const;
  const kindOf = (onNodeLoss: string, diskNode?: string) =>
    notice({ ...lost, ...(diskNode && { diskNode }) }, {}, { onNodeLoss })?.kind;
  expect(kindOf('MoveIfPossible')).toBe('MACHINE_MOVES');
  expect(kindOf('MoveIfPossible', 'gpu-1')).toBe('MACHINE_FAILED');
  expect(kindOf('Wait')).toBe('MACHINE_FAILED');
});

it('the owner of a machine that an operator moves is notified once per move, whatever its state since then', () => {
  const told = (phase: string, stoppedAt: string, change = {}) => {
    const ended = { id: 'run-1', startedAt: earlier, stoppedAt, endReason: 'Moving' };
    const status = { phase, runs: [ended, { id: 'run-2', startedAt: noticed }] };
    return moveNotice({ metadata: { name: 'box', ...change }, spec: {}, status } as Workload, order);
  };
  const expected = { ...about, kind: 'MACHINE_MOVED', key: `MACHINE_MOVED/o-1/${noticed}` };
  for (const phase of ['Stopping', 'Pending', 'Running']) expect(told(phase, noticed)).toEqual(expected);
  expect(told('Running', '2026-02-27T09:00:00Z')).toBeUndefined();
  expect(told('Stopping', noticed, { deletionTimestamp: noticed })).toBeUndefined();
  expect(
    moveNotice({ metadata: { name: 'box' }, spec: {}, status: { runs } } as Workload, order),
  ).toBeUndefined();
});

it('the owner of a machine that waits for its lost node is notified once per expected return date', () => {
  const told = (expectedBackAt: string, change = {}) => {
    const status = { phase: 'Failed', halt: haltedFor('NodeLost') };
    const workload = { metadata: { name: 'box', ...change }, spec: {}, status } as Workload;
    return returnNotice(workload, { spec: { expectedBackAt } } as ComputeNode, order);
  };
  expect(told('2026-03-02T09:00:00Z')).toEqual({
    ...{ userId: 'u-1', kind: 'NODE_EXPECTED_BACK', workload: 'box', subject: 'node-return/o-1' },
    key: `NODE_EXPECTED_BACK/o-1/${noticed}/2026-03-02T09:00:00Z`,
    until: new Date('2026-03-02T09:00:00Z'),
  });
  expect(told(noticed)).toBeUndefined();
  expect(told('2026-03-02T09:00:00Z', { deletionTimestamp: noticed })).toBeUndefined();
});
