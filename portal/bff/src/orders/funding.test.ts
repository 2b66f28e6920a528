import { describe, expect, it } from '@jest/globals';
import {
  decideFunding,
  nextFundedUntil,
  startsByItself,
  type OrderFacts,
  type WorkloadFacts,
} from './funding.ts';

/** So many minutes after an arbitrary moment. */
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1) + minutes * 60_000);

const anOrder: OrderFacts = {
  state: 'ACTIVE',
  mode: 'ON_DEMAND',
  termEnd: null,
  owedSince: null,
  deliveredAt: null,
  cancelledAt: null,
  held: 158n,
  leastHeld: 2n,
  fundedUntil: at(600),
  startRequestedAt: null,
  outOfFundsAt: null,
  running: false,
  rejection: null,
};
const aWorkload: WorkloadFacts = {
  phase: 'Pending',
  reason: undefined,
  powerState: 'Running',
  resume: 'Manual',
  restartedAt: undefined,
  restartAskedAt: undefined,
  halt: undefined,
  moves: false,
  deleting: false,
};

interface Case {
  name: string;
  order?: Partial<OrderFacts>;
  workload?: Partial<WorkloadFacts>;
  expected: string;
}

const running = { phase: 'Running' };
const stopped = { phase: 'Stopped', powerState: 'Stopped' } as const;
const notHeld = { held: null, fundedUntil: null };

const soldOut = { phase: 'Stopped', halt: { reason: 'OrderSoldOut', at: at(5) } };
const unplaceable = { phase: 'Pending', reason: 'NeverPlaceable' };
const reserved = { ...notHeld, mode: 'RESERVED', termEnd: at(5_000) } as const;

const cases: Case[] = [
  { name: 'a new order is funded', expected: 'show OrderAccepted' },
  {
    name: 'a running machine stays funded',
    order: { running: true },
    workload: running,
    expected: 'show OrderAccepted',
  },
  {
    name: 'a term that was given up neither ends nor fails before its refund is paid',
    order: { ...reserved, cancelledAt: at(1), termEnd: at(2), owedSince: at(-600) },
    workload: unplaceable,
    expected: 'show OrderAccepted',
  },
  {
    name: 'a machine that waits for capacity stays funded',
    workload: { phase: 'Pending' },
    expected: 'show OrderAccepted',
  },
  {
    name: 'a machine whose hold is below two sweeps is stopped',
    order: { running: true, held: 1n },
    workload: running,
    expected: 'stop InsufficientFunds',
  },
  {
    name: 'a machine that was stopped for funds keeps its hold while it shuts down',
    order: { running: true, held: 1n, outOfFundsAt: at(1) },
    workload: { phase: 'Stopping' },
    expected: 'show InsufficientFunds',
  },
  {
    name: 'money that comes while it shuts down for funds does not start it again',
    order: { running: true, held: 158n, outOfFundsAt: at(1) },
    workload: { phase: 'Stopping' },
    expected: 'show InsufficientFunds',
  },
  {
    name: 'the rest of its hold is given back when it is gone',
    order: { held: 1n, outOfFundsAt: at(1) },
    workload: { phase: 'Stopped', halt: { reason: 'Funds', at: at(1) } },
    expected: 'release InsufficientFunds',
  },
  {
    name: 'a machine that was stopped for funds stays stopped',
    order: { ...notHeld, outOfFundsAt: at(1) },
    workload: { phase: 'Stopped', halt: { reason: 'Funds', at: at(1) } },
    expected: 'show InsufficientFunds',
  },
  {
    name: 'it stays stopped even if the operator has not said why it stopped it',
    order: { ...notHeld, outOfFundsAt: at(1) },
    workload: { phase: 'Stopped' },
    expected: 'show InsufficientFunds',
  },
  {
    name: 'it is funded anew when somebody asks for a start afterwards',
    order: { ...notHeld, outOfFundsAt: at(1) },
    workload: { phase: 'Stopped', halt: { reason: 'Funds', at: at(1) }, restartAskedAt: at(2) },
    expected: 'fund InsufficientFunds',
  },
  {
    name: 'it is funded anew when the customer wants it resumed by itself',
    order: { ...notHeld, outOfFundsAt: at(1) },
    workload: { phase: 'Stopped', halt: { reason: 'Funds', at: at(1) }, resume: 'Automatic' },
    expected: 'fund InsufficientFunds',
  },
  {
    name: 'a machine that was lost with its node gives its hold back',
    workload: { phase: 'Failed', halt: { reason: 'NodeLost', at: at(1) } },
    expected: 'release Released',
  },
  {
    name: 'one that starts on another node goes on with the same hold',
    workload: { phase: 'Failed', halt: { reason: 'NodeLost', at: at(1) }, moves: true },
    expected: 'show OrderAccepted',
  },
  ...['Stopping', 'Stopped', 'Pending'].map((phase) => ({
    name: `one that is ${phase} because an operator moves it goes on with the same hold`,
    workload: { phase },
    expected: 'show OrderAccepted',
  })),
  {
    name: 'a machine that the customer stopped gives its hold back',
    workload: stopped,
    expected: 'release Released',
  },
  {
    name: 'not before it is gone',
    workload: { phase: 'Stopping', powerState: 'Stopped' },
    expected: 'show OrderAccepted',
  },
  {
    name: 'nor before its last run is closed in the books',
    order: { running: true },
    workload: stopped,
    expected: 'show OrderAccepted',
  },
  {
    name: 'a machine that was halted gives its hold back',
    workload: { phase: 'Stopped', halt: { reason: 'Frozen', at: at(5) } },
    expected: 'release Released',
  },
  {
    name: 'a machine that failed gives its hold back',
    workload: { phase: 'Failed', halt: { reason: 'StartDeadline', at: at(5) } },
    expected: 'release Released',
  },
  {
    name: 'a halted machine whose start was asked for since is kept funded',
    workload: { phase: 'Stopped', halt: { reason: 'Frozen', at: at(5) }, restartAskedAt: at(6) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'a start that was carried out pays for none after a halt, even if it was dated in the future',
    order: notHeld,
    workload: { phase: 'Stopped', halt: { reason: 'GuestPoweredOff', at: at(5) }, restartedAt: at(9_999) },
    expected: 'show Released',
  },
  {
    name: 'nor after the money was used up',
    order: { ...notHeld, outOfFundsAt: at(1) },
    workload: { phase: 'Stopped', restartedAt: at(9_999) },
    expected: 'show InsufficientFunds',
  },
  {
    name: 'a start that is paid for and has not reached the cluster keeps its hold',
    order: { startRequestedAt: at(9) },
    workload: { ...stopped, restartedAt: at(1) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'a start that has reached the cluster and was stopped again gives it back',
    order: { startRequestedAt: at(9) },
    workload: { ...stopped, restartedAt: at(9) },
    expected: 'release Released',
  },
  {
    name: 'a stopped machine is shown as such',
    order: notHeld,
    workload: stopped,
    expected: 'show Released',
  },
  {
    name: 'a stopped machine that kubectl switches on is funded anew',
    order: notHeld,
    workload: { phase: 'Stopped' },
    expected: 'fund Released',
  },
  {
    name: 'a machine that is being deleted is not funded anew',
    order: notHeld,
    workload: { phase: 'Stopped', deleting: true },
    expected: 'show Released',
  },
  {
    name: 'a refused order says why',
    order: { ...notHeld, state: 'REJECTED', rejection: 'Sold out.' },
    expected: 'show OrderRejected',
  },
  {
    name: 'a machine that no node is large enough for any more gives its hold back, and says why',
    workload: unplaceable,
    expected: 'release NeverPlaceable',
  },
  {
    name: 'it goes on to say so while the operator has not stopped it',
    order: notHeld,
    workload: unplaceable,
    expected: 'show NeverPlaceable',
  },
  {
    name: 'and when the operator has',
    order: notHeld,
    workload: { phase: 'Stopped', halt: { reason: 'NeverPlaceable', at: at(5) } },
    expected: 'show NeverPlaceable',
  },
  {
    name: 'it is funded anew when somebody asks for a start afterwards',
    order: notHeld,
    workload: { phase: 'Stopped', halt: { reason: 'NeverPlaceable', at: at(5) }, restartAskedAt: at(6) },
    expected: 'fund NeverPlaceable',
  },
  {
    name: 'a machine that still shuts down keeps its hold though no node is large enough',
    order: { running: true },
    workload: unplaceable,
    expected: 'show OrderAccepted',
  },
  {
    name: 'a term that no node is large enough for is given up at once',
    order: { ...reserved, owedSince: at(300) },
    workload: unplaceable,
    expected: 'giveUp NeverPlaceable',
  },
  {
    name: 'a new order for which nothing was free and that may not wait is given up',
    workload: soldOut,
    expected: 'giveUp OrderSoldOut',
  },
  {
    name: 'so is a reserved one',
    order: { ...reserved, owedSince: at(1) },
    workload: soldOut,
    expected: 'giveUp OrderSoldOut',
  },
  {
    name: 'not when its owner has asked for a start since',
    workload: { ...soldOut, restartAskedAt: at(6) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'nor while that start is on its way to the cluster',
    order: { ...reserved, startRequestedAt: at(6) },
    workload: soldOut,
    expected: 'show OrderAccepted',
  },
  {
    name: 'nor when its owner has given it up before',
    order: { ...reserved, cancelledAt: at(4) },
    workload: soldOut,
    expected: 'show OrderAccepted',
  },
  {
    name: 'what was given up so is refunded at once',
    order: { rejection: 'OrderSoldOut' },
    workload: soldOut,
    expected: 'refund OrderSoldOut',
  },
  {
    name: 'and goes on to say so, whatever is asked for',
    order: { ...notHeld, state: 'REJECTED', rejection: 'OrderSoldOut' },
    workload: { ...soldOut, restartAskedAt: at(6) },
    expected: 'show OrderSoldOut',
  },
  {
    name: 'a term whose first run is not 30 minutes late goes on',
    order: { ...reserved, owedSince: at(71) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'a term whose first run is 30 minutes late is given up',
    order: { ...reserved, owedSince: at(70) },
    workload: { phase: 'Starting' },
    expected: 'giveUp NotDelivered',
  },
  {
    name: 'a term that its customer keeps switched off is not',
    order: { ...reserved, owedSince: null },
    workload: stopped,
    expected: 'show OrderAccepted',
  },
  {
    name: 'a short term does not end before its first run is due',
    order: { ...reserved, owedSince: at(80), termEnd: at(90) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'a term that has run and waits for another run is not given up',
    order: { ...reserved, owedSince: at(1), deliveredAt: at(0) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'what was given up is not refunded while the operator may still start the machine',
    order: { ...reserved, rejection: 'NotDelivered' },
    workload: { phase: 'Pending' },
    expected: 'show NotDelivered',
  },
  {
    name: 'nor while it shuts down',
    order: { ...reserved, rejection: 'NotDelivered' },
    workload: { phase: 'Stopping' },
    expected: 'show NotDelivered',
  },
  {
    name: 'nor before its run is closed in the books',
    order: { ...reserved, rejection: 'NotDelivered', running: true },
    workload: { phase: 'Stopped' },
    expected: 'show NotDelivered',
  },
  {
    name: 'it is refunded when the operator has stopped it',
    order: { ...reserved, rejection: 'NotDelivered' },
    workload: { phase: 'Stopped' },
    expected: 'refund NotDelivered',
  },
  {
    name: 'once, and the reason stays',
    order: { ...reserved, state: 'REJECTED', rejection: 'NotDelivered' },
    workload: { phase: 'Stopped' },
    expected: 'show NotDelivered',
  },
  {
    name: 'a reserved machine is funded until its term ends',
    order: { ...notHeld, mode: 'RESERVED', termEnd: at(5_000) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'a reserved term that is over is ended',
    order: { ...notHeld, mode: 'RESERVED', termEnd: at(99) },
    workload: running,
    expected: 'endTerm TermEnded',
  },
  {
    name: 'after its term a reserved machine stays off',
    order: { ...notHeld, state: 'CLOSED', mode: 'RESERVED', termEnd: at(99) },
    workload: { phase: 'Stopped' },
    expected: 'show TermEnded',
  },
];

describe('decideFunding', () => {
  it.each(cases)('$name', ({ order, workload, expected }) => {
    const { act, funded } = decideFunding({ ...anOrder, ...order }, { ...aWorkload, ...workload }, at(100));
    expect(`${act} ${funded.reason}`).toBe(expected);
    expect(funded.status).toBe(funded.reason === 'OrderAccepted' ? 'True' : 'False');
  });
});

describe('nextFundedUntil', () => {
  it.each([
    ['is written when there is none', undefined, at(600), at(600)],
    ['is taken away with the funds', at(600), undefined, undefined],
    ['stays when the money lasts as long', at(600), at(600.2), at(600)],
    ['moves at once when the money ends earlier', at(600), at(540), at(540)],
    ['stays while it is far away', at(1_400), at(1_440), at(1_400)],
    ['is renewed when it comes near', at(600), at(1_440), at(1_440)],
  ])('%s', (_, current, wanted, expected) => {
    expect(nextFundedUntil(current, wanted, at(0))).toEqual(expected);
  });
});

describe('a start without a request', () => {
  const maintenance = { reason: 'Maintenance', at: at(5) };
  it.each<[string, Partial<OrderFacts>, Partial<WorkloadFacts>, boolean]>([
    ['is one after a maintenance', {}, { resume: 'Automatic', halt: maintenance }, true],
    ['is one after a recharge', { outOfFundsAt: at(5) }, { resume: 'Automatic' }, true],
    [
      'is none that was asked for since',
      {},
      { resume: 'Automatic', halt: maintenance, restartAskedAt: at(6) },
      false,
    ],
    ['is one at the beginning of weekly hours', {}, { reason: 'ScheduledStop' }, true],
    ['is one at the end of planned maintenance', {}, { reason: 'Maintenance' }, true],
    [
      'is none that was asked for after a scheduled stop',
      {},
      { reason: 'ScheduledStop', restartAskedAt: at(6) },
      false,
    ],
    [
      'is none while a scheduled stop stands',
      {},
      { reason: 'ScheduledStop', halt: { reason: 'ScheduledStop', at: at(5) } },
      false,
    ],
    ['is none of a machine that waits for its owner', {}, { halt: maintenance }, false],
    ['is none of a machine that was switched on', {}, { resume: 'Automatic' }, false],
  ])('%s', (_, order, workload, expected) => {
    expect(startsByItself({ ...anOrder, ...order }, { ...aWorkload, ...workload })).toBe(expected);
  });
});
