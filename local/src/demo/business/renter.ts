/** Simulates a customer through the portal's REST API. */
import { EventEmitter, once } from 'node:events';
import type { ErrorBody } from '@gpulease/contract/common';
import type { Sku } from '@gpulease/contract/catalogue';
import type { Quote, Workload } from '@gpulease/contract/workloads';
import { fundedReasons } from '@gpulease/crds';
import { done, recharge, type RestSession } from '../../rest/session.ts';
import type { PlannedMachine, Step } from './plan.ts';

/** Polling interval for changes without a live event. */
const LOOK_AGAIN_MS = 2_000;
const PATIENCE_MS = 60_000;

export interface Renter {
  /** Takes one step; throws if the portal rejects it. A sold-out SKU is skipped. */
  take(step: Step): Promise<void>;
  /** Waits until all ordered machines run or are queued. */
  settle(): Promise<void>;
  /** Waits until a machine satisfies a condition; throws after a minute. */
  readonly until: Until;
}

type Until = (machine: PlannedMachine, isSo: (workload: Workload) => boolean) => Promise<Workload>;

export interface RenterOptions {
  readonly session: RestSession;
  readonly skus: readonly Sku[];
  readonly publicKey: string;
  /** Aborted when the business is over. */
  readonly over: AbortSignal;
}

export function createRenter({ session, skus, publicKey, over }: RenterOptions): Renter {
  const soldOut = new Set<PlannedMachine>();
  const starting = new Set<PlannedMachine>();
  const until = watchChanges(session, over);
  const destroy = async (machine: PlannedMachine) => {
    done(await session.post(`/workloads/${machine.name}/destroy`, {}));
    await until(machine, ({ status }) => status === 'DESTROYED');
  };
  const take = {
    recharge: (yuan: number) => recharge(session, yuan.toFixed(2)),
    order: async (machine: PlannedMachine) => {
      const order = await orderOf(session, machine, { skus, publicKey });
      const answer = await session.post<ErrorBody>('/workloads', order);
      if (answer.status === 409 && answer.body.details?.reason === 'SOLD_OUT') {
        soldOut.add(machine);
        return;
      }
      done(answer);
      starting.add(machine);
    },
    stop: async (machine: PlannedMachine) => {
      await until(machine, ({ status }) => status === 'RUNNING');
      done(await session.post(`/workloads/${machine.name}/stop`, {}));
      await until(machine, isOver);
    },
    start: async (machine: PlannedMachine) => {
      const { startPrice } = await until(machine, isOver);
      if (!startPrice) throw new Error(`${machine.name} cannot be started`);
      const price = { expectedPrice: startPrice.price, expectedUnit: startPrice.unit };
      done(await session.post(`/workloads/${machine.name}/start`, price));
      await until(machine, ({ status }) => status === 'RUNNING');
    },
    destroy: async (machine: PlannedMachine) => {
      await until(machine, ({ status }) => status === 'RUNNING');
      await destroy(machine);
    },
  };
  return {
    until,
    async take(step) {
      if (step.kind === 'recharge') await take.recharge(step.yuan);
      else if (!soldOut.has(step.machine)) await take[step.kind](step.machine);
    },
    async settle() {
      await Promise.all(
        [...starting].map(async (machine) => {
          const workload = await until(machine, (seen) => isStarted(seen) || isRefused(seen));
          if (!isRefused(workload)) return;
          soldOut.add(machine);
          await destroy(machine);
        }),
      );
      starting.clear();
    },
  };
}

/** Whether it runs, or waits for capacity or the start of its term. */
function isStarted({ status, queuePlace, reservationStartTime }: Workload): boolean {
  return status === 'RUNNING' || queuePlace !== null || reservationStartTime !== null;
}

/** Whether concurrent orders took the remaining capacity; the charge is then refunded. */
function isRefused({ reason }: Workload): boolean {
  return reason === fundedReasons.orderSoldOut;
}

/** Whether it is stopped and its run charged in full. */
function isOver({ status, runs }: Workload): boolean {
  return status === 'STOPPED' && runs.every(({ stoppedAt }) => stoppedAt !== null);
}

/** Returns the body of an order at the current price, in the first region that offers the SKU. */
async function orderOf(
  session: RestSession,
  { name, sku, mode, image, months, startsAt }: PlannedMachine,
  { skus, publicKey }: Pick<RenterOptions, 'skus' | 'publicKey'>,
): Promise<object> {
  const offer = skus.find((candidate) => candidate.name === sku);
  const pricing = offer?.pricing.find((policy) => policy.mode === mode);
  const region = offer?.availability[0]?.region;
  if (!offer || !pricing || region === undefined) throw new Error(`${sku} is not offered as ${mode}`);
  const terms = {
    sku,
    region,
    pricing: pricing.name,
    ...(mode === 'RESERVED' && { pricingQuantity: months, reservationStartTime: startsAt }),
  };
  const quote = done(await session.post<Quote>('/quotes', terms));
  return {
    ...terms,
    name,
    image,
    rootDiskSize: Math.min(offer.disk, 100),
    authorizedKeys: [publicKey],
    expectedPrice: quote.expectedPrice,
    expectedUnit: quote.pricing.unit,
    expectedCharge: quote.charge,
  };
}

/** Returns a wait that, like a page, reads a machine again when a live event reports a change. */
function watchChanges(session: RestSession, over: AbortSignal): Until {
  const changes = new EventEmitter();
  void announce(session, changes, over);
  return async ({ name }, isSo) => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const timeout = AbortSignal.timeout(LOOK_AGAIN_MS);
      const changed = once(changes, name, { signal: timeout }).catch(() => undefined);
      const workload = done(await session.get<Workload>(`/workloads/${name}`));
      if (isSo(workload)) return workload;
      if (Date.now() > deadline) throw new Error(`${name} stays ${workload.status}: ${workload.message}`);
      await changed;
    }
  };
}

/** Without live events, machines are polled every two seconds. */
async function announce(session: RestSession, changes: EventEmitter, over: AbortSignal): Promise<void> {
  try {
    for await (const event of session.events(over)) {
      if (event.type === 'workload') changes.emit(event.name);
    }
  } catch (error) {
    if (!over.aborted) console.warn(`Live events ended: ${String(error)}`);
  }
}
