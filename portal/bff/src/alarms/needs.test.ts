import { alarmPath, alarmText } from '@gpulease/contract/alarm-texts';
import type { Need } from '@gpulease/contract/overview';
import { expect, it } from '@jest/globals';
import { healthyState } from '../testing/healthy-state.ts';
import { needsOf } from './needs.ts';
import { observe, type PlatformState } from './observe.ts';

const now = new Date('2026-11-26T10:00:00Z');
const lost = { region: 'east', reason: 'NodeLost', message: 'The node is lost.' };
const unready = { area: 'skus', reason: 'ReferenceMissing', message: 'No such GPU.' };
const nodes = ['n1', 'n2', 'n3', 'n4'].map((name) => ({ ...lost, name }));

type KnownAlarm = Parameters<typeof needsOf>[1][number];
const known = (kind: KnownAlarm['kind'], hour: string, change: Partial<KnownAlarm> = {}): KnownAlarm => ({
  ...{ kind, subject: '', acknowledged_by: null, first_seen_at: new Date(`2026-11-26T${hour}:00:00Z`) },
  ...change,
});

const needs = (sight: Partial<PlatformState>, alarms: readonly KnownAlarm[] = []) =>
  needsOf(observe({ ...healthyState, ...sight }, now), alarms, now);
const texts = (all: readonly Need[]) => all.map((need) => alarmText(need, 'en'));

it('a healthy platform has no needs', () => {
  expect(needs({}, [known('MACHINES_FAILED', '01')])).toEqual([]);
});

it('critical needs come first, then the longest-lasting, and acknowledged ones last', () => {
  const sight = {
    failed: 2,
    gpuReports: 1,
    nodes: nodes.slice(0, 1),
    notReady: [{ ...unready, name: 'a100' }],
  };
  const alarms = [
    known('MACHINES_FAILED', '08'),
    known('GPUS_REPORTED', '07'),
    known('NODE_NOT_READY', '01', { subject: 'n1', acknowledged_by: 'ada' }),
    known('OBJECT_NOT_READY', '01', { subject: 'skus/a100' }),
  ];
  const all = needs(sight, alarms);
  expect(texts(all)).toEqual([
    'Open GPU fault reports: 1',
    'Failed instances: 2',
    'Machine type a100 isn’t ready',
    'Node n1 isn’t ready',
  ]);
  expect(all[3]).toMatchObject({ acknowledgedBy: 'ada', since: '2026-11-26T01:00:00.000Z' });
});

it('a need without an alarm begins now', () => {
  expect(needs({ failed: 1 })).toMatchObject([{ since: now.toISOString(), acknowledgedBy: null }]);
});

it('up to three needs of a kind are listed, and more are counted since the first of them', () => {
  expect(texts(needs({ nodes: nodes.slice(0, 3) }))).toHaveLength(3);
  const [all, ...others] = needs({ nodes }, [
    known('NODE_NOT_READY', '09', { subject: 'n1' }),
    known('NODE_NOT_READY', '05', { subject: 'n3', acknowledged_by: 'ada' }),
  ]);
  expect(others).toEqual([]);
  expect(all).toMatchObject({ since: '2026-11-26T05:00:00.000Z', condition: null, acknowledgedBy: null });
  expect([alarmText(all!, 'en'), alarmText(all!, 'zh'), alarmPath(all!)]).toEqual([
    'Nodes not ready: 4',
    '4 个节点不可用',
    '/admin/nodes?attention=true',
  ]);
});

it('objects are counted per area, as each area has its own list', () => {
  const ofArea = (area: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...unready, area, name: `${area}-${index}` }));
  const all = needs({ notReady: [...ofArea('skus', 500), ...ofArea('vm-images', 4)] });
  expect(all.map((need) => [alarmText(need, 'en'), alarmPath(need)])).toEqual([
    ['Machine type not ready: 500', '/admin/skus'],
    ['VM image not ready: 4', '/admin/vm-images'],
  ]);
});
