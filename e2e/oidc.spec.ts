import type { Language } from '@gpulease/contract/enums';
import { oidcClient, startIdentityProvider, type IdentityProvider } from '@gpulease/local/identity-provider';
import { findFreePort } from '@gpulease/local/ports';
import { expect, test, type Page } from '@playwright/test';
import { signIn } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { startPortal, type Portal } from './support/portal.ts';
import { words } from './support/words.ts';

let provider: IdentityProvider;
let portal: Portal;

test.beforeAll(async () => {
  const port = await findFreePort();
  provider = await startIdentityProvider([`http://127.0.0.1:${port}`]);
  portal = await startPortal(port, {
    GPULEASE_OIDC_ISSUER: provider.issuer,
    GPULEASE_OIDC_CLIENT_ID: oidcClient.clientId,
    GPULEASE_OIDC_CLIENT_SECRET: oidcClient.clientSecret,
  });
});
test.afterAll(async () => {
  await portal.stop();
  await provider.stop();
});

/** Texts that a person reads. */
const texts = {
  zh: {
    singleSignOn: '单点登录',
    link: '绑定单点登录',
    linked: '已绑定单点登录，可直接使用单位账号登录。',
    menuOf: (name: string) => `账号菜单：${name}`,
    signOut: '退出登录',
    signInFailed: '登录失败',
    denied: '没有权限执行此操作',
  },
  en: {
    singleSignOn: 'Single sign-on',
    link: 'Link single sign-on',
    linked: 'Your account is linked. You can sign in through your organization.',
    menuOf: (name: string) => `Account menu for ${name}`,
    signOut: 'Sign out',
    signInFailed: 'Sign-in failed',
    denied: 'You don’t have permission to do this.',
  },
} as const;

const consoles = [
  { console: 'user', language: 'zh', login: '/login', ownPage: '/profile', home: '/workloads' },
  {
    console: 'admin',
    language: 'en',
    login: '/admin/login',
    ownPage: '/admin/password',
    home: '/admin/overview',
  },
] as const;

async function open(page: Page, path: string, language: Language): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  // The provider's page requests a font from the Internet.
  await page.route(/googleapis/, (route) => route.abort());
  await page.goto(portal.url + path);
}

/** Signs in at the provider and grants access. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function signOut(page: Page, username: string, language: Language): Promise<void> {
  await page.getByRole('button', { name: texts[language].menuOf(username) }).click();
  await page.getByRole('menuitem', { name: texts[language].signOut }).click();
  await expect(page).toHaveURL(/\/login/);
}

for (const { console, language, login, ownPage, home } of consoles) {
  const say = texts[language];

  test(`the ${console} console is entered through the identity provider, and left`, async ({ page }) => {
    const account = demoFacts()[console === 'user' ? 'demo' : 'admin'];
    await open(page, login, language);
    await signIn(page, account, words[language]);
    await page.goto(portal.url + ownPage);
    await page.getByRole('button', { name: say.link }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=currentPassword]').fill(account.password);
    await dialog.getByRole('button', { name: say.link }).click();
    await signInAtProvider(page, `${console}-at-work`);
    await expect(page.getByText(say.linked)).toBeVisible();
    await expect(page).toHaveURL(portal.url + ownPage);
    await page.goto(portal.url + home);
    await signOut(page, account.username, language);

    // The provider's session is still open, as in everyday use.
    await page.goto(portal.url + login);
    await page.getByRole('link', { name: say.singleSignOn }).click();
    await expect(page).toHaveURL(portal.url + home);
    await signOut(page, account.username, language);
    await page.goto(portal.url + ownPage);
    await expect(page).toHaveURL(/\/login\?/);
  });

  test(`who gives up at the identity provider is told so at the ${console} console's sign-in`, async ({
    page,
  }) => {
    await open(page, login, language);
    await page.getByRole('link', { name: say.singleSignOn }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: say.signInFailed })).toBeVisible();
    await expect(page.getByText(say.denied)).toBeVisible();
  });
}

test('an unverified address is refused with its own message', async ({ page }) => {
  await open(page, '/login', 'en');
  await page.getByRole('link', { name: texts.en.singleSignOn }).click();
  await signInAtProvider(page, 'unverified');
  await expect(page.getByRole('heading', { name: texts.en.signInFailed })).toBeVisible();
  await expect(
    page.getByText('Verify your email address with your organization, then sign in again.'),
  ).toBeVisible();
});

test('a stranger may register in the user console, and is refused in the admin console', async ({ page }) => {
  await open(page, '/admin/login', 'en');
  await page.getByRole('link', { name: texts.en.singleSignOn }).click();
  await signInAtProvider(page, 'stranger');
  await expect(page).toHaveURL(/\/admin\/login/);
  await expect(page.getByRole('heading', { name: texts.en.signInFailed })).toBeVisible();
  await expect(page.getByText('Wrong account or password.')).toBeVisible();
  await page.goto(`${portal.url}/login`);
  await page.getByRole('link', { name: texts.en.singleSignOn }).click();
  await expect(page).toHaveURL(/\/register\?oidcToken=/);
  await expect(
    page.getByText('Complete your registration. After that, you can use single sign-on.'),
  ).toBeVisible();
});
