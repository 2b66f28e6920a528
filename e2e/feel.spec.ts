/** How both consoles feel: without a network, after a lost session, at a double click, going back, zoomed, with reduced motion, and while the server is silent. */
import { randomUUID } from 'node:crypto';
import {
  expect,
  test,
  type BrowserContext,
  type CDPSession,
  type Locator,
  type Page,
} from '@playwright/test';
import { pages } from './screens/pages.ts';
import { enter, field, openIn } from './support/console.ts';
import { demoFacts, type Account } from './support/demo.ts';
import { newSshKey, orderBody, recharge, untilStatus } from './support/orders.ts';
import { RestSession } from './support/rest.ts';
import { words } from './support/words.ts';

const say = words.en;
/** The machine that `pages` names. */
const shown = 'inference';

test.beforeAll(async () => {
  const session = await RestSession.user();
  await recharge(session, '50.00');
  const { status } = await session.post('/workloads', await orderBody(session, shown, newSshKey().publicKey));
  expect([201, 400, 409]).toContain(status);
  await untilStatus(session, shown, 'RUNNING');
});

test.afterAll(async () => {
  await (await RestSession.user()).post(`/workloads/${shown}/destroy`, {});
});

async function enterUser(page: Page, path: string): Promise<void> {
  await enter(page, 'user', 'en');
  await page.goto(demoFacts().url + path);
}

async function enterAdmin(page: Page, path: string): Promise<void> {
  await enter(page, 'admin', 'en');
  await page.goto(demoFacts().url + path);
}

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

/** How many changes of one path the page asked for. */
function countChanges(page: Page, path: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' && path.test(new URL(request.url()).pathname)) count += 1;
  });
  return () => count;
}

const revokeAll = async (username: string) => {
  const body = { reason: 'The laptop was lost' };
  const { status } = await (await RestSession.admin()).post(`/admin/users/${username}/sessions/revoke`, body);
  expect(status).toBe(204);
};

test('a page whose code is gone says so beside the menu, and comes with a reload once it is back', async ({
  page,
}) => {
  await enterUser(page, '/workloads');
  const code = /assets\/profile-page-.*\.js$/;
  await page.route(code, (route) => route.fulfill({ status: 404 }));
  const menu = page.getByRole('navigation', { name: 'User menu' });
  await menu.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Billing' })).toBeVisible();
  await page.unroute(code);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

test.describe('the network', () => {
  /** What was ordered from elsewhere meanwhile, to be found in the list. */
  async function orderElsewhere(): Promise<string> {
    const session = await RestSession.user();
    const name = `away-${randomUUID().slice(0, 8)}`;
    const order = await session.post('/workloads', await orderBody(session, name, newSshKey().publicKey));
    expect(order.status).toBe(201);
    return name;
  }

  async function expectCatchUp(page: Page, context: BrowserContext, name: string): Promise<void> {
    const banner = page.getByText('You are offline', { exact: false });
    await expect(banner).toBeVisible({ timeout: 2_000 });
    await context.setOffline(false);
    await expect(banner).toBeHidden({ timeout: 2_000 });
    await expect(page.getByRole('link', { name })).toBeVisible({ timeout: 5_000 });
    await expect(page.getByText('Reconnecting', { exact: false })).toBeHidden({ timeout: 5_000 });
  }

  test('that is away is said at once, and what happened meanwhile is there once it is back', async ({
    page,
    context,
  }) => {
    await enterUser(page, '/workloads');
    await expect(page.getByRole('link', { name: shown })).toBeVisible();
    await context.setOffline(true);
    const name = await orderElsewhere();
    await expectCatchUp(page, context, name);
    // Live again, too, and not only asked for once.
    await (await RestSession.user()).post(`/workloads/${name}/destroy`, {});
    await expect(page.getByRole('link', { name })).toBeHidden({ timeout: 15_000 });
  });

  test('that went away in a sleep is caught up with after it', async ({ page, context }) => {
    await enterUser(page, '/workloads');
    await expect(page.getByRole('link', { name: shown })).toBeVisible();
    const devtools: CDPSession = await context.newCDPSession(page);
    await context.setOffline(true);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    const name = await orderElsewhere();
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await expectCatchUp(page, context, name);
    await (await RestSession.user()).post(`/workloads/${name}/destroy`, {});
  });

  test('is read by each tab that is seen', async ({ page, context }) => {
    await enterUser(page, '/workloads');
    await expect(page.getByRole('link', { name: shown })).toBeVisible();
    const second = await context.newPage();
    await second.goto(`${demoFacts().url}/workloads`);
    await expect(second.getByRole('link', { name: shown })).toBeVisible();
    const name = await orderElsewhere();
    for (const tab of [page, second])
      await expect(tab.getByRole('link', { name })).toBeVisible({ timeout: 15_000 });
    await (await RestSession.user()).post(`/workloads/${name}/destroy`, {});
    for (const tab of [page, second])
      await expect(tab.getByRole('link', { name })).toBeHidden({ timeout: 15_000 });
  });

  test('that is away is said on pages for everybody, too', async ({ page, context }) => {
    await openIn(page, 'en');
    await context.setOffline(true);
    await expect(page.getByText('You are offline', { exact: false })).toBeVisible();
  });
});

test.describe('a lost session is renewed over the page, which keeps what was filled in', () => {
  test('on the order page', async ({ page }) => {
    await enterUser(page, '/workloads/create');
    const name = `kept-${randomUUID().slice(0, 8)}`;
    await field(page, say.name).fill(name);
    await page.getByRole('textbox', { name: say.keys }).fill(newSshKey().publicKey);
    await revokeAll(demoFacts().demo.username);
    await signInAgain(page, demoFacts().demo);
    await expect(page).toHaveURL(/\/workloads\/create$/);
    await expect(field(page, say.name)).toHaveValue(name);
  });

  test('at a recharge', async ({ page }) => {
    await enterUser(page, '/recharge');
    await field(page, say.recharge.amount).fill('66.60');
    await revokeAll(demoFacts().demo.username);
    await signInAgain(page, demoFacts().demo);
    await expect(field(page, say.recharge.amount)).toHaveValue('66.60');
  });

  for (const path of ['/admin/regions/create', '/admin/skus/edit/rtx-4090-1', '/admin/gpus/create']) {
    test(`in an operator's form, ${path}`, async ({ page }) => {
      await enterAdmin(page, path);
      const input = page.locator('form [name="displayName"]').or(page.locator('form [name="model"]')).first();
      await expect(input).toBeVisible();
      await input.fill('Typed before');
      await revokeAll(demoFacts().admin.username);
      await signInAgain(page, demoFacts().admin);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(input).toHaveValue('Typed before');
      await page.getByRole('link', { name: 'Overview' }).click();
      await expect(page.getByText('Discard your changes?')).toBeVisible();
    });
  }

  test("in an operator's dialog", async ({ page }) => {
    await enterAdmin(page, `/admin/users/edit/${demoFacts().demo.username}`);
    await page.getByRole('button', { name: 'Adjust balance' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name="amount"]').fill('12.50');
    await dialog.locator('[name="reason"]').fill('Typed before');
    await revokeAll(demoFacts().admin.username);
    await signInAgain(page, demoFacts().admin);
    await expect(dialog.locator('[name="amount"]')).toHaveValue('12.50');
    await expect(dialog.locator('[name="reason"]')).toHaveValue('Typed before');
  });

  test("in a renter's dialog", async ({ page }) => {
    await enterUser(page, `/workloads/${shown}?tab=network`);
    await page.getByRole('button', { name: 'Add port' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add port' }).click();
    const rows = page.getByRole('dialog').locator('[name$=".targetPort"]');
    await rows.last().fill('4711');
    await revokeAll(demoFacts().demo.username);
    await signInAgain(page, demoFacts().demo);
    await expect(rows.last()).toHaveValue('4711');
  });

  async function signInAgain(page: Page, account: Account): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    const password = dialog.locator('[name="password"]');
    await expect(password).toBeFocused();
    await expect(dialog.locator('[name="username"]')).toHaveValue(account.username);
    await password.fill(account.password);
    await dialog.getByRole('button', { name: say.signIn, exact: true }).click();
    await expect(dialog).toBeHidden();
  }
});

test.describe('a double click', () => {
  test('on Order and on Destroy does it once', async ({ page }) => {
    await enterUser(page, '/workloads/create');
    const name = `twice-${randomUUID().slice(0, 8)}`;
    await field(page, say.name).fill(name);
    await page.getByRole('textbox', { name: say.keys }).fill(newSshKey().publicKey);
    const orders = countChanges(page, /\/workloads$/);
    const order = page.getByRole('button', { name: say.submit });
    await expect(order).toBeEnabled();
    await order.dblclick();
    await expect(page).toHaveURL(new RegExp(`/workloads/${name}$`));
    expect(orders()).toBe(1);

    const session = await RestSession.user();
    await untilStatus(session, name, 'RUNNING');
    const ends = countChanges(page, /\/destroy$/);
    await page.getByRole('button', { name: say.actionsOf(name) }).click();
    await page.getByRole('menuitem', { name: say.action.destroy }).click();
    await page.getByLabel(say.typeName(name)).fill(name);
    await page.getByRole('dialog').getByRole('button', { name: say.action.destroy }).dblclick();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(ends()).toBe(1);
  });

  test('on a credit credits once', async ({ page }) => {
    const { username } = demoFacts().demo;
    await enterAdmin(page, `/admin/users/edit/${username}`);
    const credits = countChanges(page, /\/adjustments$/);
    await page.getByRole('button', { name: 'Adjust balance' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name="amount"]').fill('1.00');
    await dialog.locator('[name="reason"]').fill('For the trouble');
    await dialog.getByRole('button', { name: 'Adjust balance' }).dblclick();
    await expect(dialog).toBeHidden();
    expect(credits()).toBe(1);
  });
});

test.describe('going back', () => {
  test('shows a list where one was in it', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await enterAdmin(page, '/admin/skus');
    const last = page.getByRole('grid').getByRole('link').last();
    await last.scrollIntoViewIfNeeded();
    const top = () =>
      page.locator('main').evaluate(({ scrollTop }: { readonly scrollTop: number }) => scrollTop);
    const left = await top();
    expect(left).toBeGreaterThan(100);
    await last.click();
    await expect(page).toHaveURL(/\/admin\/[^/]+\/.+/);
    await expect.poll(top).toBe(0);
    await page.goBack();
    await expect.poll(top).toBe(left);
  });

  test('undoes a filter, leaves a tab, and closes a dialog', async ({ page }) => {
    await enterUser(page, '/workloads');
    await page.locator('main input.pf-v6-c-text-input-group__text-input').first().fill('nothing');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No results found')).toBeVisible();
    await page.goBack();
    const link = page.getByRole('link', { name: shown });
    await expect(link).toBeVisible();

    await link.click();
    await page.getByRole('tab', { name: 'Activity' }).click();
    await expect(page).toHaveURL(/tab=events/);
    await page.goBack();
    await expect(page).not.toHaveURL(/tab=/);
    await page.getByRole('button', { name: say.actionsOf(shown) }).click();
    await page.getByRole('menuitem', { name: say.action.stop }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/workloads/${shown}$`));
    await page.goBack();
    await expect(page).toHaveURL(/\/workloads$/);
  });
});

/** What sticks out of the window to the right and cannot be scrolled to in a part of its own. */
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
    await enterUser(page, '/workloads/create');
    await expect(page.getByRole('button', { name: say.submit })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(say.hold)).toBeInViewport({ ratio: 1 });
  });

  test('the whole code of a payment', async ({ page }) => {
    await enterUser(page, '/recharge');
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
    await enterAdmin(page, '/admin/overview');
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

test.describe('a page enlarged to 200 %', () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test('has room for what is ordered beside what it costs', async ({ page }) => {
    await enterUser(page, '/workloads/create');
    await expect(page.getByRole('button', { name: say.submit })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(say.hold)).toBeInViewport({ ratio: 1 });
    const { height } = await boxOf(page.getByRole('region', { name: 'Cost' }));
    expect(height).toBeLessThan(100);
  });
});

test('a notice covers neither balance nor tabs nor actions', async ({ page }) => {
  await enterUser(page, `/workloads/${shown}?tab=network`);
  await page.getByRole('button', { name: /port/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Settings for .* saved/)).toBeVisible();
  const notice = await boxOf(page.locator('.pf-v6-c-alert-group.pf-m-toast'));
  const balance = page.getByRole('link', { name: say.recharge.submit });
  const actions = page.getByRole('button', { name: say.actionsOf(shown) });
  const tabs = page.getByRole('tablist');
  for (const part of [balance, actions, tabs]) expect(overlaps(notice, await boxOf(part))).toBe(false);
});

test.describe('at a zoom of 200 % nothing is cut off', () => {
  test.use({ viewport: { width: 640, height: 450 } });

  for (const [audience, { paths }] of Object.entries(pages)) {
    test(`for ${audience}`, async ({ page }) => {
      if (audience === 'admin') await enterAdmin(page, '/admin/overview');
      else if (audience === 'user') await enterUser(page, '/workloads');
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

test('with reduced motion nothing moves, not while it loads either', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enterUser(page, `/workloads/${shown}`);
  // PatternFly's skeletons fade instead, by an animation of this name.
  const moving = () =>
    page.evaluate<string[]>(`document.getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().activeDuration > 1)
      .filter(({ animationName }) => !animationName?.endsWith('-reduced-motion'))
      .map((one) => (one.animationName ?? one.transitionProperty) + ' ' + one.effect.target.className)`);
  await page.getByRole('button', { name: say.actionsOf(shown) }).click();
  expect(await moving()).toEqual([]);
  await page.getByRole('menuitem', { name: say.action.stop }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await moving()).toEqual([]);
  await page.keyboard.press('Escape');
  await silence(page);
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  expect(await moving()).toEqual([]);
});

/** The server answers nothing from now on. */
const silence = (page: Page) => page.route('**/api/v1/**', () => undefined);

test.describe('a click shows that it is seen while the server is silent', () => {
  const busy = (page: Page) => page.locator('button.pf-m-in-progress');

  test('by signing in', async ({ page }) => {
    await openIn(page, 'en');
    await page.goto(`${demoFacts().url}/login`);
    await field(page, say.username).fill(demoFacts().demo.username);
    await field(page, say.password).fill(demoFacts().demo.password);
    await silence(page);
    await page.getByRole('button', { name: say.signIn, exact: true }).click();
    await expect(busy(page)).toBeVisible();
  });

  test('by ordering', async ({ page }) => {
    await enterUser(page, '/workloads/create');
    await page.getByRole('textbox', { name: say.keys }).fill(newSshKey().publicKey);
    await expect(page.getByRole('button', { name: say.submit })).toBeEnabled();
    await silence(page);
    await page.getByRole('button', { name: say.submit }).click();
    await expect(busy(page)).toBeVisible();
  });

  test('by stopping a machine', async ({ page }) => {
    await enterUser(page, `/workloads/${shown}`);
    await page.getByRole('button', { name: say.actionsOf(shown) }).click();
    await page.getByRole('menuitem', { name: say.action.stop }).click();
    await silence(page);
    await page.getByRole('dialog').getByRole('button', { name: say.action.stop }).click();
    await expect(busy(page)).toBeVisible();
  });

  test('by sorting a list', async ({ page }) => {
    await enterAdmin(page, '/admin/users');
    const sort = page.getByRole('columnheader', { name: 'Username' }).getByRole('button');
    await expect(sort).toBeVisible();
    await silence(page);
    await sort.click();
    await expect(page.locator('main [aria-busy="true"]')).toBeVisible();
  });
});

test.describe('a page whose scripts are still on their way', () => {
  /** Holds the scripts back until the answer is called. */
  async function withoutScripts(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await page.route('**/assets/*.js', async (route) => {
      await promise;
      await route.continue();
    });
    return () => resolve(undefined);
  }

  test('has the offers, in the language of this browser, with links that work', async ({ page }) => {
    await openIn(page, 'en');
    await withoutScripts(page);
    await page.goto(demoFacts().url, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.homeTitle);
    await page.locator('a[href^="/workloads/create?"]').first().click();
    await page.waitForURL(/\/workloads\/create\?/, { waitUntil: 'commit' });
  });

  test('is not shown in another language than this browser has kept', async ({ page, context }) => {
    await openIn(page, 'en');
    await context.clearCookies({ name: 'language' });
    const release = await withoutScripts(page);
    await page.goto(demoFacts().url, { waitUntil: 'commit' });
    await expect(page.locator('h1')).toBeHidden();
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.homeTitle);
  });
});
