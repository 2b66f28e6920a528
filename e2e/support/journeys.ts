import { test, type Page } from '@playwright/test';
import type { Workload } from '@gpulease/contract/workloads';
import { newSshKey, orderBody, recharge, untilStatus, type Offer } from './orders.ts';
import { keepPicture } from './picture.ts';
import { RestSession } from './rest.ts';

/** To be called by a file of journeys: they take minutes each, so `make test-full` alone takes them. */
export function takenByFullTestsOnly(): void {
  test.skip(process.env.JOURNEYS !== '1', 'JOURNEYS=1 asks for it; make test-full does');
}

/** Shows in docs/screens how far a journey has come, where `SCREENS=1` asks for it. */
export async function showInDocs(page: Page, name: string): Promise<void> {
  if (process.env.SCREENS === '1') await keepPicture(page, `journey-${name}`);
}

/** The demo's offer that only one node has, so that it is known where a machine runs. */
export const lonelyOffer: Offer = { sku: 'l40s-1', region: 'cn-north-1', pricing: 'l40s-1-hour', disk: 40 };
export const lonelyNode = 'gpu-l40s-01';
export const lonelyNodePath = `/admin/nodes/${lonelyOffer.region}/${lonelyNode}`;

/** Pays for a machine of the demo's customer on that node, orders it with these choices, and returns it once it runs. */
export async function startLonelyMachine(name: string, choices: object = {}): Promise<Workload> {
  const session = await RestSession.user();
  await recharge(session, '20.00');
  const order = await orderBody(session, name, newSshKey().publicKey, lonelyOffer);
  const { status, body } = await session.post('/workloads', { ...order, ...choices });
  if (status !== 201) throw new Error(`The order answered ${status}: ${JSON.stringify(body)}`);
  return (await untilStatus(session, name, 'RUNNING')).body;
}
