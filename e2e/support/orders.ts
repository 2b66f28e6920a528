import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BillingRecord, Recharge } from '@gpulease/contract/billing';
import type { Sku } from '@gpulease/contract/catalogue';
import type { Page } from '@gpulease/contract/common';
import type { PricingMode } from '@gpulease/contract/enums';
import type { Quote, Workload } from '@gpulease/contract/workloads';
import { newKeyPair } from '@gpulease/local/ssh-key';
import { expect } from '@playwright/test';
import type { Answer, RestSession } from './rest.ts';
import { eventually } from './wait.ts';

export interface SshKeyPair {
  publicKey: string;
  privateKeyFile: string;
}

/** Creates a new key pair, as a user would. */
export function newSshKey(): SshKeyPair {
  const pair = newKeyPair('walk');
  const privateKeyFile = join(mkdtempSync(join(tmpdir(), 'gpulease-key-')), 'id_ed25519');
  writeFileSync(privateKeyFile, pair.private, { mode: 0o600 });
  return { publicKey: pair.public, privateKeyFile };
}

/** Recharges by the TEST method and pays in the sandbox. */
export async function recharge(session: RestSession, amount: string): Promise<void> {
  const created = await session.post<Recharge>('/recharges', { amount, method: 'TEST' });
  expect(created.status).toBe(201);
  const paid = await session.post(`/sandbox/payments/${created.body.id}/pay`, {});
  expect(paid.status).toBe(204);
}

export interface Offer {
  sku: string;
  region: string;
  pricing: string;
  disk: number;
  /** Prepaid units of time of a reserved term. */
  pricingQuantity?: number;
}

/** An offer of the demo's catalogue that costs more than a fen per second, so that the shortest run shows in the books. */
export const dearOffer: Offer = {
  sku: 'a100-80g-8',
  region: 'cn-east-1',
  pricing: 'a100-80g-8-hour',
  disk: 40,
};

/** Returns the cheapest available SKU with a GPU, with its region and its policy of this mode. */
export async function cheapestGpuSku(session: RestSession, mode: PricingMode = 'ON_DEMAND'): Promise<Offer> {
  const { body } = await session.get<Page<Sku>>('/catalogue/skus?pageSize=100');
  const offers = body.items
    .filter((sku) => sku.gpu !== null && sku.status === 'active')
    .flatMap((sku) =>
      sku.pricing
        .filter((policy) => policy.mode === mode)
        .flatMap((policy) =>
          sku.availability
            .filter(({ available }) => available > 0)
            .map(({ region }) => ({
              sku: sku.name,
              region,
              pricing: policy.name,
              disk: sku.disk,
              ...(mode === 'RESERVED' && { pricingQuantity: 1 }),
              price: Number(policy.price),
            })),
        ),
    )
    .sort((left, right) => left.price - right.price);
  const [cheapest] = offers;
  if (!cheapest) throw new Error(`No GPU SKU is available ${mode}`);
  return cheapest;
}

/** Returns the body of an order at the currently quoted price, by default for the cheapest GPU SKU. */
export async function orderBody(
  session: RestSession,
  name: string,
  publicKey: string,
  offer?: Offer,
): Promise<Record<string, unknown>> {
  const { sku, region, pricing, pricingQuantity, disk } = offer ?? (await cheapestGpuSku(session));
  const bought = { sku, region, pricing, ...(pricingQuantity !== undefined && { pricingQuantity }) };
  const quote = await session.post<Quote>('/quotes', bought);
  expect(quote.status).toBe(200);
  return {
    name,
    ...bought,
    image: 'ubuntu-24.04',
    rootDiskSize: Math.min(disk, 40),
    authorizedKeys: [publicKey],
    expectedPrice: quote.body.expectedPrice,
    expectedUnit: quote.body.pricing.unit,
    expectedCharge: quote.body.charge,
  };
}

/** Pays for a machine, orders it, and waits until it runs. */
export async function startMachine(session: RestSession, name: string): Promise<void> {
  await recharge(session, '10.00');
  const order = await orderBody(session, name, newSshKey().publicKey);
  expect((await session.post('/workloads', order)).status).toBe(201);
  await untilStatus(session, name, 'RUNNING');
}

/** Waits until the workload shows the status. */
export function untilStatus(
  session: RestSession,
  name: string,
  status: Workload['status'],
): Promise<Answer<Workload>> {
  return eventually(
    () => session.get<Workload>(`/workloads/${name}`),
    (answer) => expect(answer.body.status).toBe(status),
  );
}

/** Returns all deductions of a workload, newest first. */
export async function deductions(session: RestSession, workload: string): Promise<BillingRecord[]> {
  const { body } = await session.get<Page<BillingRecord>>(
    `/billing/records?type=DEDUCTION&workload=${workload}&pageSize=100`,
  );
  return body.items;
}
