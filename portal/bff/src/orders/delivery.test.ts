import { describe, expect, it } from '@jest/globals';
import { deliver, outageCredit, switchEvent, type Delivery, type DeliveryEvent } from './delivery.ts';

/** The time `minutes` after the planned start of the term, midnight of 1 March in Shanghai. */
const at = (minutes: number) => new Date(Date.UTC(2026, 1, 28, 16) + minutes * 60_000);
const DAY = 24 * 60;

/** A term of ten days without any event. */
const ordered: Delivery = {
  start: at(0),
  end: at(10 * DAY),
  unit: 'DAY',
  units: 10,
  owedSince: at(0),
  deliveredAt: null,
  lateMs: 0,
  outageMs: 0,
};

const started = (minutes: number): DeliveryEvent => ({ what: 'started', at: at(minutes) });
const ended = (minutes: number, endReason: string): DeliveryEvent => ({
  what: 'ended',
  at: at(minutes),
  endReason,
});
const off = (minutes: number): DeliveryEvent => ({ what: 'switchedOff', at: at(minutes) });
const on = (minutes: number): DeliveryEvent => ({ what: 'switchedOn', at: at(minutes) });
const over = (minutes: number): DeliveryEvent => ({ what: 'over', at: at(minutes) });

interface Case {
  name: string;
  events: DeliveryEvent[];
  /** Minutes by which the term is moved, and minutes of outage. */
  late?: number;
  outage?: number;
  owedSince?: number;
}

const cases: Case[] = [
  { name: 'a machine that starts on time leaves the term unchanged', events: [started(0)] },
  { name: 'a machine that starts late moves the whole term', events: [started(12)], late: 12 },
  { name: 'a start that is dated earlier does not move it', events: [started(-1)] },
  {
    name: 'a restart by the customer is not an outage',
    events: [started(0), ended(60, 'RestartRequested'), started(62)],
  },
  {
    name: 'a lost node is an outage until the machine runs again',
    events: [started(0), ended(60, 'NodeLost'), started(85)],
    outage: 25,
  },
  {
    name: 'preemption and maintenance are outages, and add up',
    events: [started(0), ended(60, 'Preempted'), started(61), ended(100, 'Moving'), started(130)],
    outage: 31,
  },
  {
    name: 'a move before maintenance is an outage, although the customer requested it',
    events: [started(0), ended(60, 'MaintenanceMove'), started(62)],
    outage: 2,
  },
  { name: 'an outage lasts until the next run', events: [started(0), ended(60, 'NodeLost')], owedSince: 60 },
  { name: 'a guest crash is not an outage', events: [started(0), ended(60, 'MachineEnded'), started(85)] },
  {
    name: 'a stop by the customer is not an outage',
    events: [started(0), ended(60, 'StopRequested'), off(60), on(900)],
  },
  {
    name: 'a stop by the customer ends an outage',
    events: [started(0), ended(60, 'NodeLost'), off(70), on(500), started(505)],
    outage: 10,
  },
  {
    name: 'an outage ends with the term',
    events: [started(0), ended(10 * DAY - 30, 'Maintenance'), over(10 * DAY + 5)],
    outage: 30,
  },
  { name: 'a customer who switches it off before the start is owed nothing', events: [off(-50), over(99)] },
  {
    name: 'a customer who switches it on after the start gets the term unchanged, except for the wait from then on',
    events: [off(-50), on(300), started(304)],
    late: 4,
  },
  {
    name: 'a customer who switches it on before the start is owed the run from the start',
    events: [off(-50), on(-20), started(7)],
    late: 7,
  },
];

describe('deliver', () => {
  it.each(cases)('$name', ({ events, late = 0, outage = 0, owedSince }) => {
    const after = events.reduce(deliver, ordered);
    expect(after.lateMs).toBe(late * 60_000);
    expect(after.outageMs).toBe(outage * 60_000);
    expect([after.start, after.end]).toEqual([at(late), at(10 * DAY + late)]);
    expect(after.owedSince).toEqual(owedSince === undefined ? null : at(owedSince));
  });

  it('moves a term of months by the calendar: a month from 28 February, an hour late, ends on 1 April', () => {
    const month = {
      ...ordered,
      unit: 'MONTH',
      units: 1,
      start: at(-30),
      end: at(-30),
      owedSince: at(-30),
    } as const;
    expect(deliver(month, started(30)).end).toEqual(new Date('2026-03-31T16:30:00Z'));
  });
});

describe('the credit for an outage', () => {
  it.each([
    ['nothing without an outage', 0, 0n],
    ['the share of the charge for the outage, rounded once', 25, 17n],
    ['the whole charge if the machine never ran', 10 * DAY, 9_999n],
  ])('is %s', (_, minutes, expected) => {
    expect(outageCredit({ ...ordered, outageMs: minutes * 60_000 }, 9_999n)).toBe(expected);
  });
});

describe('the switch', () => {
  it.each([
    ['off while a run is owed is noted', { owedSince: at(0), deliveredAt: null }, 'Stopped', 'switchedOff'],
    [
      'off during a run is not noted, since the end of the run will be',
      { owedSince: null, deliveredAt: at(0) },
      'Stopped',
      undefined,
    ],
    ['on before the first run is noted', { owedSince: null, deliveredAt: null }, 'Running', 'switchedOn'],
    ['on while a run is owed is not noted', { owedSince: at(0), deliveredAt: null }, 'Running', undefined],
    [
      'on after the first run is an ordinary start',
      { owedSince: null, deliveredAt: at(0) },
      'Running',
      undefined,
    ],
  ] as const)('%s', (_, term, powerState, expected) => {
    expect(switchEvent(term, powerState, at(9))?.what).toBe(expected);
  });
});
