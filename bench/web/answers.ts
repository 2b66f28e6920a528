import type { LiveEvent } from '@gpulease/contract/live';
import type { Workload } from '@gpulease/contract/workloads';
import type { Page } from '@playwright/test';
import { aWorkload } from '../../portal/web/src/testing/samples.ts';

export interface Answers {
  /** Has the page receive events on its live stream. */
  send(events: readonly LiveEvent[]): Promise<void>;
}

/** `machine-000` to `machine-999`. */
export function aThousandWorkloads(user: string): Workload[] {
  return Array.from({ length: 1_000 }, (_, index) => ({
    ...aWorkload,
    user,
    uid: `uid-${index}`,
    name: nameOf(index),
  }));
}

/** So many changes, in turn of the machines that a search for `machine-5` shows. */
export function liveEvents(user: string, count: number): LiveEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const name = nameOf(500 + (index % 100));
    const status = index % 2 === 0 ? 'STOPPING' : 'STOPPED';
    const workload: Workload = { ...aWorkload, user, name, status, resourceVersion: String(10_000 + index) };
    return { type: 'workload', user, name, workload };
  });
}

/** Answers the list of workloads from here: searched and paged as the portal does it. */
export async function answerLists(page: Page, workloads: readonly Workload[]): Promise<Answers> {
  await page.addInitScript(() => {
    const opened: EventSource[] = [];
    class KnownSource extends EventSource {
      constructor(url: string | URL) {
        super(url);
        opened.push(this);
      }
    }
    Object.assign(globalThis, { EventSource: KnownSource, opened });
  });
  await page.route('**/api/v1/workloads?**', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const found = workloads.filter(({ name }) => name.includes(query.get('search') ?? ''));
    const [number, pageSize] = [Number(query.get('page') ?? 1), Number(query.get('pageSize') ?? 20)];
    const items = found.slice((number - 1) * pageSize, number * pageSize);
    await route.fulfill({ json: { items, total: found.length, page: number, pageSize } });
  });
  return {
    send: (events) =>
      page.evaluate((list) => {
        const { opened } = globalThis as unknown as { readonly opened: readonly EventSource[] };
        const stream = opened.at(-1);
        if (!stream) throw new Error('The page has not opened its live stream');
        for (const event of list)
          stream.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
      }, events),
  };
}

function nameOf(index: number): string {
  return `machine-${String(index).padStart(3, '0')}`;
}
