/** Plans three fictional months of a rental business: who rents what and when. Pure. */
import type { PricingMode } from '@gpulease/contract/enums';
import type { Random } from '../../random.ts';
import { customers, type Customer, type Habit } from './customers.ts';

/** Today, counted in days from the first day of the business, 0. */
export const LAST_DAY = 90;

export interface PlannedMachine {
  readonly user: string;
  readonly name: string;
  readonly sku: string;
  readonly mode: PricingMode;
  readonly image: string;
  /** Length of a reserved term. */
  readonly months: number;
  readonly orderedOn: number;
  /** Start of a reserved term, RFC 3339; immediately if absent. */
  readonly startsAt?: string;
  /** Days on which it is stopped and started again. */
  readonly pause?: { readonly from: number; readonly to: number };
  readonly end?: { readonly day: number; readonly how: 'STOP' | 'DESTROY' };
}

/** Action of a customer on a day. */
export type Step = { readonly day: number; readonly user: string } & (
  | { readonly kind: 'recharge'; readonly yuan: number }
  | { readonly kind: 'order' | 'stop' | 'start' | 'destroy'; readonly machine: PlannedMachine }
);

/** Cost of a machine in yuan, at its order and per day. */
export interface Cost {
  readonly atOrder: number;
  readonly perDay: number;
}

export interface Sources {
  /** The same seed yields the same plan. */
  readonly random: Random;
  readonly costOf: (machine: PlannedMachine) => Cost;
}

/** Returns all steps by day; those of one customer are in execution order. */
export function planBusiness({ random, costOf }: Sources): Step[] {
  return customers
    .flatMap((customer) => {
      const machines = machinesOf(customer, random);
      const actions = machines.flatMap(actionsOf).toSorted((a, b) => a.day - b.day);
      return withRecharges(customer.username, actions, costOf);
    })
    .toSorted((a, b) => a.day - b.day);
}

interface Wish {
  readonly name: string;
  readonly sku: string;
  readonly mode?: PricingMode;
  readonly image?: string;
  readonly months?: number;
  /** First and last possible day of the order. */
  readonly from: readonly [number, number];
  /** Lifetime in days; absent if it runs until today. */
  readonly days?: readonly [number, number];
  readonly ends?: 'STOP' | 'DESTROY';
  readonly paused?: true;
}

const training = 'pytorch-2.9';

/** Returns a machine for training, ordered on the given day. */
export function trainingMachine(
  user: string,
  name: string,
  sku: string,
  orderedOn = LAST_DAY,
): PlannedMachine {
  return { user, name, sku, mode: 'ON_DEMAND', image: training, months: 1, orderedOn };
}

const plain = 'ubuntu-24.04';

/** Orders by habit. Short jobs end with destruction; jobs that end within three weeks of today leave a stopped machine. */
const wishes: Readonly<Record<Habit, readonly Wish[]>> = {
  LAB: [
    { name: 'cluster-a', sku: 'a100-80g-1', mode: 'RESERVED', months: 3, image: training, from: [30, 55] },
    { name: 'ablation-1', sku: 'a100-80g-1', image: training, from: [2, 12], days: [4, 9] },
    { name: 'eval-h100', sku: 'h100-80g-1', image: training, from: [58, 70], days: [2, 5] },
    { name: 'preprocess', sku: 'cpu-16', from: [20, 30], days: [5, 12] },
  ],
  PRODUCT: [
    { name: 'inference', sku: 'rtx-4090-1', image: training, from: [5, 60] },
    { name: 'staging', sku: 'rtx-4090-1', from: [8, 30], days: [20, 30], paused: true },
    { name: 'finetune', sku: 'a100-80g-1', image: training, from: [60, 66], days: [5, 8] },
    { name: 'dev-box', sku: 'cpu-16', from: [50, 55], days: [25, 30], ends: 'STOP' },
  ],
  RESEARCH: [
    { name: 'qwen-lora', sku: 'a100-80g-1', image: training, from: [5, 25], days: [3, 8] },
    { name: 'sweep-7b', sku: 'a100-80g-1', mode: 'SPOT', image: training, from: [28, 45], days: [3, 7] },
    { name: 'rag-bench', sku: 'l40s-1', image: training, from: [48, 60], days: [2, 4] },
    { name: 'notebook', sku: 'rtx-4090-1', from: [66, 72], days: [8, 14], ends: 'STOP' },
  ],
  STUDIO: [
    { name: 'render-01', sku: 'rtx-4090-1', image: 'windows-server-2022', from: [10, 40], days: [15, 25] },
    { name: 'asset-store', sku: 'cpu-16', image: 'debian-12', from: [15, 45] },
  ],
  STUDENT: [
    { name: 'homework', sku: 'rtx-4090-1', mode: 'SPOT', from: [3, 40], days: [1, 3] },
    { name: 'thesis', sku: 'rtx-4090-1', mode: 'SPOT', image: training, from: [50, 75], days: [2, 5] },
    { name: 'sd-webui', sku: 'rtx-4090-1', from: [76, 80], days: [2, 5], ends: 'STOP' },
  ],
};

/** Machines start and end only every sixth day: each such day takes the demo three to four seconds. */
const RHYTHM = 6;
const onRhythm = (day: number) => day - (day % RHYTHM);

/** Machines stopped earlier would be destroyed by now. */
const EARLIEST_STOP = 78;

function machinesOf({ username, habit }: Customer, random: Random): PlannedMachine[] {
  const between = ([least, most]: readonly [number, number]) => Math.floor(random.between(least, most + 1));
  return wishes[habit].map(({ name, sku, mode = 'ON_DEMAND', image = plain, months = 1, ...wish }) => {
    const orderedOn = onRhythm(between(wish.from));
    const how = wish.ends ?? 'DESTROY';
    const day = wish.days && orderedOn + onRhythm(between(wish.days) + RHYTHM);
    const end = day === undefined ? {} : { end: { day: endDay(day, how), how } };
    const pause = wish.paused ? { pause: { from: orderedOn + 2 * RHYTHM, to: orderedOn + 3 * RHYTHM } } : {};
    return { user: username, name, sku, mode, image, months, orderedOn, ...pause, ...end };
  });
}

function endDay(day: number, how: 'STOP' | 'DESTROY'): number {
  return Math.min(LAST_DAY - RHYTHM, how === 'STOP' ? Math.max(day, EARLIEST_STOP) : day);
}

type Action = Exclude<Step, { kind: 'recharge' }>;

function actionsOf(machine: PlannedMachine): Action[] {
  const { user, orderedOn, pause, end } = machine;
  const step = (day: number, kind: Action['kind']): Action => ({ day, user, kind, machine });
  return [
    step(orderedOn, 'order'),
    ...(pause ? [step(pause.from, 'stop'), step(pause.to, 'start')] : []),
    ...(end ? [step(end.day, end.how === 'STOP' ? 'stop' : 'destroy')] : []),
  ];
}

/** Inserts a recharge before each shortfall of the balance in the coming days. */
function withRecharges(user: string, actions: readonly Action[], costOf: Sources['costOf']): Step[] {
  const steps: Step[] = [];
  const running = new Set<PlannedMachine>();
  let balance = 0;
  const perDay = () => [...running].reduce((sum, machine) => sum + costOf(machine).perDay, 0);
  const keepFor = (day: number, needed: number) => {
    if (balance >= needed) return;
    const yuan = roundUp(needed * 3 - balance);
    steps.push({ day, user, kind: 'recharge', yuan });
    balance += yuan;
  };
  for (let day = 0; day < LAST_DAY; day++) {
    for (const action of actions.filter((candidate) => candidate.day === day)) {
      const { atOrder, perDay: more } = costOf(action.machine);
      if (action.kind === 'order') keepFor(day, atOrder + (perDay() + more) * 2);
      if (action.kind === 'order') balance -= atOrder;
      if (action.kind === 'order' || action.kind === 'start') running.add(action.machine);
      else running.delete(action.machine);
      steps.push(action);
    }
    keepFor(day, perDay() * 2);
    balance -= perDay();
  }
  return steps;
}

/** Rounds up to a realistic recharge: two significant digits. */
function roundUp(yuan: number): number {
  const step = 10 ** Math.max(1, Math.floor(Math.log10(yuan)) - 1);
  return Math.ceil(yuan / step) * step;
}
