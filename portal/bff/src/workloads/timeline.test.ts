import { describe, expect, it } from '@jest/globals';
import type { Event } from '@gpulease/kube';
import type { Run } from '@gpulease/contract/workloads';
import { timelineOf, type PortalAction, type TimelineSources } from './timeline.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();

const created: PortalAction = {
  at: new Date(at(0)),
  action: 'CREATE_WORKLOAD',
  actor: 'alice',
  explanation: null,
};
const act = (second: number, action: PortalAction['action'], actor = 'alice'): PortalAction => ({
  at: new Date(at(second)),
  action,
  actor,
  explanation: null,
});
const event = (second: number, reason: string, action = 'BecameStarting'): Event =>
  ({ metadata: {}, eventTime: at(second), type: 'Normal', reason, action, note: `${reason}.` }) as Event;
const run = (startedAt: number, stoppedAt?: number, endReason: string | null = null): Run => ({
  id: String(startedAt),
  startedAt: at(startedAt),
  stoppedAt: stoppedAt === undefined ? null : at(stoppedAt),
  endReason,
  cost: '0.00',
});
const write = (second: number, manager: string, subresource?: string) => ({
  manager,
  time: at(second),
  ...(subresource && { subresource }),
});

interface Case extends Partial<Omit<TimelineSources, 'workload'>> {
  readonly managedFields?: TimelineSources['workload']['metadata']['managedFields'];
}

/** Returns each entry as `second actor(by) reason`, oldest first. */
function told({ managedFields = [], ...given }: Case): string[] {
  const metadata = { name: 'box', uid: '1', creationTimestamp: at(0), managedFields };
  const none = { user: 'alice', acts: [created], events: [], runs: [], isAdmin: false };
  return timelineOf({ workload: { metadata }, ...none, ...given })
    .toSorted((one, other) => one.time.localeCompare(other.time))
    .map(({ time, actor, by, reason }) => {
      const second = (Date.parse(time) - Date.parse(at(0))) / 1_000;
      return `${second} ${actor}(${by ?? ''}) ${reason}`;
    });
}

describe('an action in the portal', () => {
  it('is its owner’s', () => {
    expect(told({ acts: [created, act(5, 'STOP_WORKLOAD')] })).toEqual([
      '0 CUSTOMER(alice) CREATE_WORKLOAD',
      '5 CUSTOMER(alice) STOP_WORKLOAD',
    ]);
  });

  it('is an operator’s, whose name only operators see', () => {
    const acts = [created, act(5, 'STOP_WORKLOAD', 'root')];
    expect(told({ acts })[1]).toBe('5 ADMIN() STOP_WORKLOAD');
    expect(told({ acts, isAdmin: true })[1]).toBe('5 ADMIN(root) STOP_WORKLOAD');
  });

  it('shows the owner why an operator opened a console', () => {
    const explanation = 'The renter cannot sign in';
    const acts = [{ ...act(5, 'OPEN_CONSOLE', 'root'), explanation }];
    const metadata = { name: 'box', uid: '1', creationTimestamp: at(0) };
    const all = { workload: { metadata }, user: 'alice', acts, events: [], runs: [], isAdmin: false };
    const items = timelineOf(all);
    const opened = items.find(({ reason }) => reason === 'OPEN_CONSOLE');
    expect(opened).toMatchObject({ actor: 'ADMIN', by: null, explanation });
  });

  it('is listed once, although the cluster and the run report it, too', () => {
    expect(
      told({
        acts: [created, act(50, 'STOP_WORKLOAD')],
        events: [event(51, 'StopRequested', 'BecameStopping'), event(52, 'Stopped', 'BecameStopped')],
        runs: [run(10, 51, 'StopRequested')],
      }),
    ).toEqual([
      '0 CUSTOMER(alice) CREATE_WORKLOAD',
      '10 PLATFORM() Running',
      '50 CUSTOMER(alice) STOP_WORKLOAD',
      '52 PLATFORM() Stopped',
    ]);
  });
});

describe('an action by kubectl or Git', () => {
  it('may be the creation of a workload that was not ordered here', () => {
    expect(told({ acts: [], managedFields: [write(0, 'kubectl-create')] })).toEqual([
      '0 KUBERNETES(kubectl-create) CREATE_WORKLOAD',
    ]);
  });

  it('may be a stop that was not requested here, by the program that wrote it', () => {
    expect(
      told({
        events: [event(61, 'StopRequested', 'BecameStopping')],
        runs: [run(10, 62, 'StopRequested')],
        managedFields: [write(60, 'kubectl-patch'), write(61, 'gpulease-operator', 'status')],
      }),
    ).toEqual([
      '0 CUSTOMER(alice) CREATE_WORKLOAD',
      '10 PLATFORM() Running',
      '61 KUBERNETES(kubectl-patch) STOP_WORKLOAD',
    ]);
  });

  it('is still listed when the cluster has deleted its Events', () => {
    expect(told({ runs: [run(10, 62, 'StopRequested')] })).toContain('62 KUBERNETES() STOP_WORKLOAD');
  });

  it('may be any other change, but not one of ours', () => {
    expect(told({ managedFields: [write(300, 'argocd-controller'), write(5, 'gpulease-portal')] })).toEqual([
      '0 CUSTOMER(alice) CREATE_WORKLOAD',
      '300 KUBERNETES(argocd-controller) CHANGE_WORKLOAD',
    ]);
  });
});

describe('an action of the platform', () => {
  it("is listed from the cluster's Events", () => {
    expect(told({ events: [event(3, 'Placing'), event(8, 'Running')] })).toEqual([
      '0 CUSTOMER(alice) CREATE_WORKLOAD',
      '3 PLATFORM() Placing',
      '8 PLATFORM() Running',
    ]);
  });

  it('is listed from the runs, each start once', () => {
    expect(told({ events: [event(8, 'Running')], runs: [run(7, 20, 'Spot'), run(30)] })).toEqual([
      '0 CUSTOMER(alice) CREATE_WORKLOAD',
      '7 PLATFORM() Running',
      '20 PLATFORM() Spot',
      '30 PLATFORM() Running',
    ]);
  });

  it('is described by the cluster’s Events as long as they exist', () => {
    const events = [event(21, 'SpotInterrupted', 'BecameStopping')];
    expect(told({ events, runs: [run(7, 20, 'Spot')] })).toEqual([
      '0 CUSTOMER(alice) CREATE_WORKLOAD',
      '7 PLATFORM() Running',
      '21 PLATFORM() SpotInterrupted',
    ]);
  });
});

it.each([
  ['has the parameters of an Event', '{"why":"a fan"}', { why: 'a fan' }],
  ['leaves out parameters other than ours', '{"why":1}', undefined],
  ['leaves out what is not JSON', '{', undefined],
])('%s', (_, annotation, parameters) => {
  const reported = event(1, 'MaintenanceNotice');
  const metadata = { name: 'box.1', annotations: { 'gpulease.dev/parameters': annotation } };
  const workload = { metadata: { name: 'box', uid: '1', creationTimestamp: at(0), managedFields: [] } };
  const none = { user: 'alice', acts: [], runs: [], isAdmin: false };
  const told = timelineOf({ workload, ...none, events: [{ ...reported, metadata }] });
  expect(told.find(({ reason }) => reason === 'MaintenanceNotice')?.parameters).toEqual(parameters);
});

it.each([
  ['operators the cluster’s complete message', true, 'It could not start. LibvirtError(Code=67)'],
  ['customers the message without another program’s output', false, 'It could not start.'],
])('shows %s', (_, isAdmin, message) => {
  const refused = event(1, 'RefusedByKubeVirt', 'StayedStarting');
  const annotations = { 'gpulease.dev/message': 'It could not start.' };
  const note = 'It could not start. LibvirtError(Code=67)';
  const workload = { metadata: { name: 'box', uid: '1', creationTimestamp: at(0), managedFields: [] } };
  const events = [{ ...refused, metadata: { name: 'box.1', annotations }, note }];
  const told = timelineOf({ workload, user: 'alice', acts: [], events, runs: [], isAdmin });
  expect(told.find(({ reason }) => reason === 'RefusedByKubeVirt')?.message).toBe(message);
});
