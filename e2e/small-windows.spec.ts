import { expect, test, type Locator } from '@playwright/test';
import { pages } from './screens/pages.ts';
import { enterAt, openIn } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { startMachine } from './support/orders.ts';
import { RestSession } from './support/rest.ts';
import { words } from './support/words.ts';

const say = words.en;
/** The machine that `pages` names. */
const machine = 'inference';

test.beforeAll(async () => startMachine(await RestSession.user(), machine));

test.afterAll(async () => {
  await (await RestSession.user()).post(`/workloads/${machine}/destroy`, {});
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(part: Locator): Promise<Box> {
  await expect(part).toBeVisible();
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not shown');
  return box;
}

function overlaps(one: Box, other: Box): boolean {
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  return !isBeside && one.y < other.y + other.height && other.y < one.y + one.height;
}

/** Finds elements that extend beyond the right edge of the window outside any scrollable part. */
const cutOff = `(() => {
  const scrolls = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (at !== element && /auto|scroll/.test(style.overflowX)) return true;
      if (style.clipPath !== 'none' || style.clip !== 'auto' || style.visibility === 'hidden') return true;
    }
    return false;
  };
  return [...document.querySelectorAll('body *')]
    .filter((element) => {
      const { right, width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && right > innerWidth + 1 && !scrolls(element);
    })
    .slice(0, 5)
    .map((element) => element.outerHTML.slice(0, 200));
})()`;

test.describe('a laptop shows without scrolling', () => {
  test.use({ viewport: { width: 1366, height: 650 } });

  test('what an order costs, and its button', async ({ page }) => {
    await enterAt(page, 'user', '/workloads/create');
    await expect(page.getByRole('button', { name: say.submit })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(say.hold)).toBeInViewport({ ratio: 1 });
  });

  test('the whole code of a payment', async ({ page }) => {
    await enterAt(page, 'user', '/recharge');
    await page.getByRole('radio', { name: 'WeChat Pay' }).check();
    await page.getByRole('button', { name: say.recharge.submit, exact: true }).click();
    await expect(page.getByRole('img', { name: 'Payment QR code' })).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Cancel this payment' }).click();
  });
});

/** The lists of the admin console at their widest: a row of each has a name, a state and times. */
const lists = [
  ...['users', 'workloads', 'regions', 'nodes', 'gpus', 'skus', 'vm-images', 'pricing-policies'],
  ...['invite-code', 'billings', 'audit', 'jobs'],
];

test.describe('a small laptop', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('shows every list without scrolling it sideways', async ({ page }) => {
    await enterAt(page, 'admin', '/admin/overview');
    for (const list of lists) {
      await page.goto(`${demoFacts().url}/admin/${list}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true], .pf-v6-c-spinner')).toHaveCount(0);
      const tables = page.locator('.pf-v6-c-scroll-inner-wrapper');
      for (const table of await tables.all()) {
        const wider = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect.soft(wider, `${list} is so many pixels too wide`).toBeLessThanOrEqual(0);
      }
    }
  });
});

test.describe('a small laptop, for an operator,', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('has the filters and the pages of all machines on two lines', async ({ page }) => {
    await enterAt(page, 'admin', '/admin/workloads');
    const toolbar = page.locator('.pf-v6-c-toolbar');
    const search = await boxOf(toolbar.getByRole('textbox').first());
    const pages = await boxOf(toolbar.locator('.pf-v6-c-pagination'));
    // On a third line, the pagination would begin below two lines.
    expect(pages.y - search.y).toBeLessThan(2 * search.height);
  });
});

test.describe('a page enlarged to 200 %', () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test('shows the order beside its cost', async ({ page }) => {
    await enterAt(page, 'user', '/workloads/create');
    await expect(page.getByRole('button', { name: say.submit })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(say.hold)).toBeInViewport({ ratio: 1 });
    const { height } = await boxOf(page.getByRole('region', { name: 'Cost' }));
    expect(height).toBeLessThan(100);
  });
});

test('a notice stands at the bottom right and covers neither balance nor tabs nor actions', async ({
  page,
}) => {
  await enterAt(page, 'user', `/workloads/${machine}?tab=network`);
  await page.getByRole('button', { name: /port/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Settings for .* saved/)).toBeVisible();
  const notice = await boxOf(page.locator('.pf-v6-c-alert-group.pf-m-toast'));
  const balance = page.getByRole('link', { name: say.recharge.submit });
  const actions = page.getByRole('button', { name: say.actionsOf(machine) });
  const tabs = page.getByRole('tablist');
  for (const part of [balance, actions, tabs]) expect(overlaps(notice, await boxOf(part))).toBe(false);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  expect(width - notice.x - notice.width).toBeLessThan(50);
  expect(height - notice.y - notice.height).toBeLessThan(50);
});

test.describe('at a zoom of 200 % nothing is cut off', () => {
  test.use({ viewport: { width: 640, height: 450 } });

  for (const [audience, { paths }] of Object.entries(pages)) {
    test(`for ${audience}`, async ({ page }) => {
      if (audience === 'admin') await enterAt(page, 'admin', '/admin/overview');
      else if (audience === 'user') await enterAt(page, 'user', '/workloads');
      else await openIn(page, 'en');
      for (const path of Object.values(paths)) {
        await page.goto(demoFacts().url + path);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await expect(page.locator('.pf-v6-c-skeleton, .pf-v6-c-spinner')).toHaveCount(0);
        await expect
          .soft(async () => {
            const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
            expect(wider, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
            expect(await page.evaluate<string[]>(cutOff), `${path} is cut off`).toEqual([]);
          })
          .toPass({ timeout: 5_000 });
      }
    });
  }
});
