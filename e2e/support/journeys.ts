import { test, type Page } from '@playwright/test';
import type { Workload } from '@gpulease/contract/workloads';
import { kubectl, kubectlGet } from './kubectl.ts';
import { newSshKey, orderBody, recharge, untilStatus, type Offer } from './orders.ts';
import { keepPicture, looks, pageWith, untilShown } from './picture.ts';
import { RestSession } from './rest.ts';

/** Skips a file of journeys except in `make journeys`, because each takes minutes, mostly of waiting. */
export function takenOnRequest(): void {
  test.skip(process.env.JOURNEYS !== '1', 'JOURNEYS=1 asks for it; make journeys does');
}

/**
 * With `SCREENS=1`, takes pictures of the open page in each look for docs/screens. `reveal` restores state that is not in the
 * page's address.
 */
export async function showInDocs(
  page: Page,
  name: string,
  reveal?: (page: Page) => Promise<void>,
): Promise<void> {
  const browser = page.context().browser();
  if (process.env.SCREENS !== '1' || browser === null) return;
  const session = await page.context().storageState();
  for (const look of looks) {
    const shown = await pageWith(browser, look, session);
    await shown.goto(page.url());
    await untilShown(shown);
    await reveal?.(shown);
    await keepPicture(shown, `journey-${name}.${look.name}`);
    await shown.context().close();
  }
}

/** The demo's offer that only one node has, which determines where a machine runs. */
export const lonelyOffer: Offer = { sku: 'l40s-1', region: 'cn-north-1', pricing: 'l40s-1-hour', disk: 40 };
export const lonelyNode = 'gpu-l40s-01';
export const lonelyNodePath = `/admin/nodes/${lonelyOffer.region}/${lonelyNode}`;

/** Returns a machine name that is unique among journeys and short enough for a picture. */
export const newName = (kind: string): string => `${kind}-${String(Date.now()).slice(-4)}`;

/** Pays for a machine of the demo's customer on that node, orders it with these choices, and returns it once it runs. */
export async function startLonelyMachine(name: string, choices: object = {}): Promise<Workload> {
  const session = await RestSession.user();
  await recharge(session, '20.00');
  const order = await orderBody(session, name, newSshKey().publicKey, lonelyOffer);
  const { status, body } = await session.post('/workloads', { ...order, ...choices });
  if (status !== 201) throw new Error(`The order answered ${status}: ${JSON.stringify(body)}`);
  return (await untilStatus(session, name, 'RUNNING')).body;
}

/** Destroys machines of the demo's customer, and returns once they are gone. Ignores machines that do not exist. */
export async function destroyMachines(...names: string[]): Promise<void> {
  const session = await RestSession.user();
  for (const name of names) {
    const { status } = await session.post(`/workloads/${name}/destroy`, {});
    if (status === 202) await untilStatus(session, name, 'DESTROYED');
  }
}

interface Named {
  metadata: { name: string; namespace: string };
}

/** Returns the namespace of a machine. */
export async function namespaceOf(name: string): Promise<string> {
  const { items } = await kubectlGet<{ items: Named[] }>(['workloads.gpulease.dev', '--all-namespaces']);
  const found = items.find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`There is no Workload ${name}`);
  return found.metadata.namespace;
}

/** Sets the simulated work of a customer's machines; null restores the default, which differs by machine. */
export async function keepBusy(namespace: string, work: 'Training' | 'Idle' | null): Promise<void> {
  const annotation = 'simulation.gpulease.dev/work';
  const change = work === null ? `${annotation}-` : `${annotation}=${work}`;
  await kubectl(['annotate', 'namespace', namespace, '--overwrite', change]);
}

export const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

/** Formats a moment as typed into the consoles' fields: `2026-03-01 09:30`, without the seconds. */
export const typedMinute = (moment: Date): string => moment.toLocaleString('sv-SE').slice(0, -':00'.length);

/** Runs `act` in a window the size of a phone. */
export async function onPhone(page: Page, act: () => Promise<void>): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await act();
  if (size) await page.setViewportSize(size);
}

/** Chooses an action in the menu of the named object. */
export async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `${name} 的操作` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Presses a button of a Chinese page, and the same one in the confirmation dialog. */
export async function pressAndConfirm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}
