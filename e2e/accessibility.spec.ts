import { languages, type Language } from '@gpulease/contract/enums';
import { expect, test, type Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { enterAt, openIn, signIn, silence } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { startMachine } from './support/orders.ts';
import { RestSession } from './support/rest.ts';
import { words } from './support/words.ts';

const themes = ['light', 'dark'] as const;
/** Each language and each theme once, on a desktop. With E2E_LOOKS=all (`make test-full`): every combination, and on a phone. */
const isWhole = process.env.E2E_LOOKS === 'all';
const looks = isWhole
  ? languages.flatMap((language) => themes.map((theme) => [language, theme] as const))
  : ([
      ['zh', 'light'],
      ['en', 'dark'],
    ] as const);
const machine = 'looked-at';

const publicPages = [
  '/',
  '/login',
  '/forgot-password',
  '/register',
  '/admin/login',
  '/test',
  '/terms',
  '/404',
  '/403',
];
const userPages = [
  '/',
  '/workloads',
  `/workloads/${machine}`,
  '/workloads/create',
  '/billing',
  '/recharge',
  '/notices',
  '/notices?tab=stock-alerts',
  '/profile',
  '/profile?tab=api-tokens',
];
const adminPages = [
  'overview?more=true',
  'users',
  'workloads',
  'workloads/create?user=demo',
  'regions',
  'nodes',
  'gpus',
  'skus',
  'pricing-policies',
  'vm-images',
  'invite-code',
  'billings',
  'jobs',
  'platform',
  'alarms',
];

test.beforeAll(async () => {
  const session = await RestSession.user();
  await startMachine(session, machine);
});

test.afterAll(async () => {
  await (await RestSession.user()).post(`/workloads/${machine}/destroy`, {});
});

async function useTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('theme', value), theme);
}

/** Height of three lines with padding, in pixels. */
const THREE_LINES = 90;

/** Opens each page and expects no findings of axe, no vertical table headers, and no horizontal scrolling on a phone. */
async function inspect(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(demoFacts().url + path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('progressbar', { name: /加载中|Loading/ })).toHaveCount(0);
    expect(await axeFindings(page), `${path} is accessible`).toEqual([]);
    for (const head of await page.locator('thead:visible').all())
      expect((await head.boundingBox())?.height, `${path}: ${await head.innerText()}`).toBeLessThan(
        THREE_LINES,
      );
    await page.setViewportSize({ width: 390, height: 844 });
    // PatternFly updates its layout a moment after the size has changed.
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'), {
        message: `${path} fits a phone`,
      })
      .toBeLessThanOrEqual(0);
    // Targets that the bottom pagination partly covers count as too small, although they can be scrolled into view.
    if (isWhole)
      expect(await axeFindings(page, ['target-size']), `${path} is accessible on a phone`).toEqual([]);
  }
}

async function asVisitor(page: Page, language: Language, theme: string) {
  const say = await openIn(page, language);
  await useTheme(page, theme);
  return say;
}

for (const [language, theme] of looks) {
  test(`pages for everybody are accessible (${language}, ${theme})`, async ({ page }) => {
    await asVisitor(page, language, theme);
    await inspect(page, publicPages);
  });

  test(`the user console is accessible (${language}, ${theme})`, async ({ page }) => {
    const say = await asVisitor(page, language, theme);
    await page.goto(`${demoFacts().url}/login`);
    await signIn(page, demoFacts().demo, say);
    await inspect(page, userPages);
  });

  test(`the admin console is accessible (${language}, ${theme})`, async ({ page }) => {
    const say = await asVisitor(page, language, theme);
    await page.goto(`${demoFacts().url}/admin/login`);
    await signIn(page, demoFacts().admin, say);
    await inspect(
      page,
      [...adminPages, `workloads/${demoFacts().demo.username}/${machine}`].map((name) => `/admin/${name}`),
    );
  });
}

test('with reduced motion nothing moves, not even while loading', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enterAt(page, 'user', `/workloads/${machine}`);
  // PatternFly's skeletons fade instead, with an animation of this name.
  const moving = () =>
    page.evaluate<string[]>(`document.getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().activeDuration > 1)
      .filter(({ animationName }) => !animationName?.endsWith('-reduced-motion'))
      .map((one) => (one.animationName ?? one.transitionProperty) + ' ' + one.effect.target.className)`);
  await page.getByRole('button', { name: words.en.actionsOf(machine) }).click();
  expect(await moving()).toEqual([]);
  await page.getByRole('menuitem', { name: words.en.action.stop }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await moving()).toEqual([]);
  await page.keyboard.press('Escape');
  await silence(page);
  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  expect(await moving()).toEqual([]);
});
