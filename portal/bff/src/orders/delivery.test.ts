import { describe, expect, it } from '@jest/globals';
import { deliver, outageCredit, switchEvent, type Delivery, type DeliveryEvent } from './delivery.ts';

/** So many minutes after the term was to start, in the night of 1 March in Shanghai. */
const at = (minutes: number) => new Date(Date.UTC(2026, 1, 28, 16) + minutes * 60_000);
const DAY = 24 * 60;

/** Ten days that nothing has come of yet. */
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
  /** Minutes by which the term was moved, and of outage. */
  late?: number;
  outage?: number;
  owedSince?: number;
}

const cases: Case[] = [
  { name: 'a machine that starts in time leaves the term as it is', events: [started(0)] },
  { name: 'a machine that comes late moves the whole term', events: [started(12)], late: 12 },
  { name: 'one whose clock says earlier does not', events: [started(-1)] },
  {
    name: 'a restart by the customer is no outage',
    events: [started(0), ended(60, 'RestartRequested'), started(62)],
  },
  {
    name: 'a lost node is one, until the machine runs again',
    events: [started(0), ended(60, 'NodeLost'), started(85)],
    outage: 25,
  },
  {
    name: 'preemption and maintenance are, too, and add up',
    events: [started(0), ended(60, 'Preempted'), started(61), ended(100, 'Moving'), started(130)],
    outage: 31,
  },
  {
    name: 'a move before maintenance is one, though its customer asked for it',
    events: [started(0), ended(60, 'MaintenanceMove'), started(62)],
    outage: 2,
  },
  { name: 'an outage goes on until then', events: [started(0), ended(60, 'NodeLost')], owedSince: 60 },
  { name: 'a crash of the guest is none', events: [started(0), ended(60, 'MachineEnded'), started(85)] },
  {
    name: 'a stop by the customer is none',
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
  { name: 'a customer who switches it off before its start is owed nothing', events: [off(-50), over(99)] },
  {
    name: 'a customer who switches it on after the start gets the term as it is, but for the wait since then',
    events: [off(-50), on(300), started(304)],
    late: 4,
  },
  {
    name: 'one who switches it on before the start is owed the run at the start',
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

  it('moves a term of months by the calendar: of 28 February, an hour late, the month ends on 1 April', () => {
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
    ['nothing without one', 0, 0n],
    ['the part of the charge that the time has cost, rounded once', 25, 17n],
    ['all of it where the machine was never there', 10 * DAY, 9_999n],
  ])('is %s', (_, minutes, expected) => {
    expect(outageCredit({ ...ordered, outageMs: minutes * 60_000 }, 9_999n)).toBe(expected);
  });
});

describe('the switch', () => {
  it.each([
    ['off while a run is owed is noted', { owedSince: at(0), deliveredAt: null }, 'Stopped', 'switchedOff'],
    [
      'off while a run goes on is not: its end will be',
      { owedSince: null, deliveredAt: at(0) },
      'Stopped',
      undefined,
    ],
    ['on before the first run is noted', { owedSince: null, deliveredAt: null }, 'Running', 'switchedOn'],
    ['on while a run is owed is nothing new', { owedSince: at(0), deliveredAt: null }, 'Running', undefined],
    [
      'on after the first run is a start like any other',
      { owedSince: null, deliveredAt: at(0) },
      'Running',
      undefined,
    ],
  ] as const)('%s', (_, term, powerState, expected) => {
    expect(switchEvent(term, powerState, at(9))?.what).toBe(expected);
  });
});
