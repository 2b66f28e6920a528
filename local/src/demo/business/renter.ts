/** A customer at work, through the portal's REST API. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorBody } from '@gpulease/contract/common';
import type { Sku } from '@gpulease/contract/catalog';
import type { Quote, Workload } from '@gpulease/contract/workloads';
import { done, recharge, type RestSession } from '../../rest/session.ts';
import type { PlannedMachine, Step } from './plan.ts';

const POLL_MS = 150;
const PATIENCE_MS = 60_000;

export interface Renter {
  /** Takes one step; throws with what the portal refused. Who finds a SKU sold out does without. */
  take(step: Step): Promise<void>;
}

export interface RenterOptions {
  readonly session: RestSession;
  readonly skus: readonly Sku[];
  readonly publicKey: string;
}

export function createRenter({ session, skus, publicKey }: RenterOptions): Renter {
  const soldOut = new Set<PlannedMachine>();
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
      await until(session, machine, ({ uid }) => uid !== null);
    },
    stop: async (machine: PlannedMachine) => {
      await until(session, machine, ({ status }) => status === 'RUNNING');
      done(await session.post(`/workloads/${machine.name}/stop`, {}));
      await until(session, machine, isOver);
    },
    start: async (machine: PlannedMachine) => {
      const { startPrice } = await until(session, machine, isOver);
      if (!startPrice) throw new Error(`${machine.name} cannot be started`);
      const price = { expectedPrice: startPrice.price, expectedUnit: startPrice.unit };
      done(await session.post(`/workloads/${machine.name}/start`, price));
      await until(session, machine, ({ status }) => status === 'RUNNING');
    },
    destroy: async (machine: PlannedMachine) => {
      await until(session, machine, ({ status }) => status === 'RUNNING');
      done(await session.post(`/workloads/${machine.name}/destroy`, {}));
      await until(session, machine, ({ status }) => status === 'DESTROYED');
    },
  };
  return {
    async take(step) {
      if (step.kind === 'recharge') await take.recharge(step.yuan);
      else if (!soldOut.has(step.machine)) await take[step.kind](step.machine);
    },
  };
}

/** Stopped, and its run is charged to its end. */
function isOver({ status, runs }: Workload): boolean {
  return status === 'STOPPED' && runs.every(({ stoppedAt }) => stoppedAt !== null);
}

/** The body of an order at the price of now, in the first region that offers the SKU. */
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

async function until(
  session: RestSession,
  { name }: PlannedMachine,
  isSo: (workload: Workload) => boolean,
): Promise<Workload> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const workload = done(await session.get<Workload>(`/workloads/${name}`));
    if (isSo(workload)) return workload;
    if (Date.now() > deadline) throw new Error(`${name} stays ${workload.status}: ${workload.message}`);
    await delay(POLL_MS);
  }
}
