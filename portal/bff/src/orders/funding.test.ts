import { describe, expect, it } from '@jest/globals';
import {
  decideFunding,
  nextFundedUntil,
  startsByItself,
  type OrderFacts,
  type WorkloadFacts,
} from './funding.ts';

/** The time `minutes` after an arbitrary moment. */
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
    name: 'a canceled term neither ends nor fails before its refund is paid',
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
    name: 'a machine whose hold is below the price of two sweeps is stopped',
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
    name: 'money that arrives while it shuts down for lack of funds does not start it again',
    order: { running: true, held: 158n, outOfFundsAt: at(1) },
    workload: { phase: 'Stopping' },
    expected: 'show InsufficientFunds',
  },
  {
    name: 'the rest of its hold is released when it is gone',
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
    name: 'it stays stopped even if the operator has not reported why it stopped it',
    order: { ...notHeld, outOfFundsAt: at(1) },
    workload: { phase: 'Stopped' },
    expected: 'show InsufficientFunds',
  },
  {
    name: 'it is funded again when a start is requested afterwards',
    order: { ...notHeld, outOfFundsAt: at(1) },
    workload: { phase: 'Stopped', halt: { reason: 'Funds', at: at(1) }, restartAskedAt: at(2) },
    expected: 'fund InsufficientFunds',
  },
  {
    name: 'it is funded again when the customer has chosen automatic resume',
    order: { ...notHeld, outOfFundsAt: at(1) },
    workload: { phase: 'Stopped', halt: { reason: 'Funds', at: at(1) }, resume: 'Automatic' },
    expected: 'fund InsufficientFunds',
  },
  {
    name: 'a machine that was lost with its node releases its hold',
    workload: { phase: 'Failed', halt: { reason: 'NodeLost', at: at(1) } },
    expected: 'release Released',
  },
  {
    name: 'a machine that restarts on another node keeps its hold',
    workload: { phase: 'Failed', halt: { reason: 'NodeLost', at: at(1) }, moves: true },
    expected: 'show OrderAccepted',
  },
  ...['Stopping', 'Stopped', 'Pending'].map((phase) => ({
    name: `one that is ${phase} because an operator moves it goes on with the same hold`,
    workload: { phase },
    expected: 'show OrderAccepted',
  })),
  {
    name: 'a machine that the customer stopped releases its hold',
    workload: stopped,
    expected: 'release Released',
  },
  {
    name: 'it keeps its hold until it is gone',
    workload: { phase: 'Stopping', powerState: 'Stopped' },
    expected: 'show OrderAccepted',
  },
  {
    name: 'it keeps its hold until its last run is closed in the books',
    order: { running: true },
    workload: stopped,
    expected: 'show OrderAccepted',
  },
  {
    name: 'a machine that was halted releases its hold',
    workload: { phase: 'Stopped', halt: { reason: 'Frozen', at: at(5) } },
    expected: 'release Released',
  },
  {
    name: 'a machine that failed releases its hold',
    workload: { phase: 'Failed', halt: { reason: 'StartDeadline', at: at(5) } },
    expected: 'release Released',
  },
  {
    name: 'a halted machine stays funded if its start was requested since',
    workload: { phase: 'Stopped', halt: { reason: 'Frozen', at: at(5) }, restartAskedAt: at(6) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'a completed start does not pay for another after a halt, even if it was dated in the future',
    order: notHeld,
    workload: { phase: 'Stopped', halt: { reason: 'GuestPoweredOff', at: at(5) }, restartedAt: at(9_999) },
    expected: 'show Released',
  },
  {
    name: 'a completed start does not pay for another after the money is used up',
    order: { ...notHeld, outOfFundsAt: at(1) },
    workload: { phase: 'Stopped', restartedAt: at(9_999) },
    expected: 'show InsufficientFunds',
  },
  {
    name: 'a paid start that has not reached the cluster keeps its hold',
    order: { startRequestedAt: at(9) },
    workload: { ...stopped, restartedAt: at(1) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'a start that reached the cluster and was stopped again releases its hold',
    order: { startRequestedAt: at(9) },
    workload: { ...stopped, restartedAt: at(9) },
    expected: 'release Released',
  },
  {
    name: 'a stopped machine is shown as released',
    order: notHeld,
    workload: stopped,
    expected: 'show Released',
  },
  {
    name: 'a stopped machine that kubectl switches on is funded again',
    order: notHeld,
    workload: { phase: 'Stopped' },
    expected: 'fund Released',
  },
  {
    name: 'a machine that is being deleted is not funded again',
    order: notHeld,
    workload: { phase: 'Stopped', deleting: true },
    expected: 'show Released',
  },
  {
    name: 'a rejected order shows its rejection',
    order: { ...notHeld, state: 'REJECTED', rejection: 'Sold out.' },
    expected: 'show OrderRejected',
  },
  {
    name: 'a machine that has become too large for every node releases its hold and shows why',
    workload: unplaceable,
    expected: 'release NeverPlaceable',
  },
  {
    name: 'it still shows why until the operator has stopped it',
    order: notHeld,
    workload: unplaceable,
    expected: 'show NeverPlaceable',
  },
  {
    name: 'it still shows why after the operator has stopped it',
    order: notHeld,
    workload: { phase: 'Stopped', halt: { reason: 'NeverPlaceable', at: at(5) } },
    expected: 'show NeverPlaceable',
  },
  {
    name: 'it is funded again when a start is requested after that',
    order: notHeld,
    workload: { phase: 'Stopped', halt: { reason: 'NeverPlaceable', at: at(5) }, restartAskedAt: at(6) },
    expected: 'fund NeverPlaceable',
  },
  {
    name: 'a machine that is too large for every node keeps its hold while it still shuts down',
    order: { running: true },
    workload: unplaceable,
    expected: 'show OrderAccepted',
  },
  {
    name: 'a term that no node is large enough for is abandoned immediately',
    order: { ...reserved, owedSince: at(300) },
    workload: unplaceable,
    expected: 'giveUp NeverPlaceable',
  },
  {
    name: 'a new order that may not wait is abandoned when it is sold out',
    workload: soldOut,
    expected: 'giveUp OrderSoldOut',
  },
  {
    name: 'a reserved order that is sold out is abandoned, too',
    order: { ...reserved, owedSince: at(1) },
    workload: soldOut,
    expected: 'giveUp OrderSoldOut',
  },
  {
    name: 'a sold-out order is not abandoned if its owner has requested a start since',
    workload: { ...soldOut, restartAskedAt: at(6) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'a sold-out order is not abandoned while that start is on its way to the cluster',
    order: { ...reserved, startRequestedAt: at(6) },
    workload: soldOut,
    expected: 'show OrderAccepted',
  },
  {
    name: 'a sold-out order is not abandoned if its owner has canceled it',
    order: { ...reserved, cancelledAt: at(4) },
    workload: soldOut,
    expected: 'show OrderAccepted',
  },
  {
    name: 'a sold-out order that was abandoned is refunded immediately',
    order: { rejection: 'OrderSoldOut' },
    workload: soldOut,
    expected: 'refund OrderSoldOut',
  },
  {
    name: 'it still shows the reason, whatever is requested',
    order: { ...notHeld, state: 'REJECTED', rejection: 'OrderSoldOut' },
    workload: { ...soldOut, restartAskedAt: at(6) },
    expected: 'show OrderSoldOut',
  },
  {
    name: 'a term whose first run is less than 30 minutes late continues',
    order: { ...reserved, owedSince: at(71) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'a term whose first run is 30 minutes late is abandoned',
    order: { ...reserved, owedSince: at(70) },
    workload: { phase: 'Starting' },
    expected: 'giveUp NotDelivered',
  },
  {
    name: 'a term that its customer keeps switched off is not abandoned',
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
    name: 'a term that has run and waits for another run is not abandoned',
    order: { ...reserved, owedSince: at(1), deliveredAt: at(0) },
    expected: 'show OrderAccepted',
  },
  {
    name: 'an abandoned term is not refunded while the operator may still start the machine',
    order: { ...reserved, rejection: 'NotDelivered' },
    workload: { phase: 'Pending' },
    expected: 'show NotDelivered',
  },
  {
    name: 'an abandoned term is not refunded while the machine shuts down',
    order: { ...reserved, rejection: 'NotDelivered' },
    workload: { phase: 'Stopping' },
    expected: 'show NotDelivered',
  },
  {
    name: 'an abandoned term is not refunded before its run is closed in the books',
    order: { ...reserved, rejection: 'NotDelivered', running: true },
    workload: { phase: 'Stopped' },
    expected: 'show NotDelivered',
  },
  {
    name: 'an abandoned term is refunded when the operator has stopped the machine',
    order: { ...reserved, rejection: 'NotDelivered' },
    workload: { phase: 'Stopped' },
    expected: 'refund NotDelivered',
  },
  {
    name: 'an abandoned term is refunded once, and still shows the reason',
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
    ['is set when there was none', undefined, at(600), at(600)],
    ['is removed with the funds', at(600), undefined, undefined],
    ['stays when the money lasts equally long', at(600), at(600.2), at(600)],
    ['moves immediately when the money ends earlier', at(600), at(540), at(540)],
    ['stays while it is far away', at(1_400), at(1_440), at(1_400)],
    ['is renewed when it is near', at(600), at(1_440), at(1_440)],
  ])('%s', (_, current, wanted, expected) => {
    expect(nextFundedUntil(current, wanted, at(0))).toEqual(expected);
  });
});

describe('an automatic start', () => {
  const maintenance = { reason: 'Maintenance', at: at(5) };
  it.each<[string, Partial<OrderFacts>, Partial<WorkloadFacts>, boolean]>([
    ['follows maintenance', {}, { resume: 'Automatic', halt: maintenance }, true],
    ['follows a recharge', { outOfFundsAt: at(5) }, { resume: 'Automatic' }, true],
    [
      'is not one that was requested since',
      {},
      { resume: 'Automatic', halt: maintenance, restartAskedAt: at(6) },
      false,
    ],
    ['follows a scheduled stop when the weekly hours begin', {}, { reason: 'ScheduledStop' }, true],
    ['follows planned maintenance when it ends', {}, { reason: 'Maintenance' }, true],
    [
      'is not one that was requested after a scheduled stop',
      {},
      { reason: 'ScheduledStop', restartAskedAt: at(6) },
      false,
    ],
    [
      'does not happen during a scheduled stop',
      {},
      { reason: 'ScheduledStop', halt: { reason: 'ScheduledStop', at: at(5) } },
      false,
    ],
    ['does not happen to a machine that waits for its owner', {}, { halt: maintenance }, false],
    ['does not happen to a machine that was switched on', {}, { resume: 'Automatic' }, false],
  ])('%s', (_, order, workload, expected) => {
    expect(startsByItself({ ...anOrder, ...order }, { ...aWorkload, ...workload })).toBe(expected);
  });
});
