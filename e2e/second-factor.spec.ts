import { languages } from '@gpulease/contract/enums';
import { expect, test, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { axeFindings } from './support/axe.ts';
import { enter, field, openIn } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { newcomer, register } from './support/newcomer.ts';
import { words, type Words } from './support/words.ts';

/** Texts that a person reads. */
const texts = {
  zh: {
    turnOn: '开启两步验证',
    continue: '下一步',
    currentPassword: '当前密码',
    code: '动态码',
    codesTitle: '请保存恢复码',
    saved: '我已保存',
    title: '两步验证',
    useRecoveryCode: '使用恢复码',
    recoveryCode: '恢复码',
    wrong: '动态码或恢复码错误，或已使用过',
    left: /剩余 9 个恢复码/,
    menuOf: (name: string) => `账号菜单：${name}`,
    signOut: '退出登录',
  },
  en: {
    turnOn: 'Turn on two-step verification',
    continue: 'Continue',
    currentPassword: 'Current password',
    code: 'Code',
    codesTitle: 'Save your recovery codes',
    saved: 'I’ve saved them',
    title: 'Two-step verification',
    useRecoveryCode: 'Use a recovery code',
    recoveryCode: 'Recovery code',
    wrong: 'This code is wrong or was used before.',
    left: /9 recovery codes are left/,
    menuOf: (name: string) => `Account menu for ${name}`,
    signOut: 'Sign out',
  },
} as const;

const STEP_MS = 30_000;

async function passFirstStep(page: Page, account: { username: string; password: string }, say: Words) {
  await page.goto(`${demoFacts().url}/login`);
  await field(page, say.username).fill(account.username);
  await field(page, say.password).fill(account.password);
  await page.getByRole('button', { name: say.signIn, exact: true }).click();
}

async function signOut(page: Page, username: string, { menuOf, signOut: out }: (typeof texts)['zh' | 'en']) {
  await page.getByRole('button', { name: menuOf(username) }).click();
  await page.getByRole('menuitem', { name: out }).click();
  await expect(page).toHaveURL(/\/login/);
}

for (const language of languages) {
  test(`a customer turns two-step verification on, and signs in with app and recovery code (${language})`, async ({
    page,
  }, info) => {
    const say = texts[language];
    const person = await newcomer(`factor-${language}`);
    await openIn(page, language);
    await register(page, person, words[language]);
    await page.goto(`${demoFacts().url}/profile`);
    const look = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) });

    await page.getByRole('button', { name: say.turnOn }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=currentPassword]').fill(person.password);
    await dialog.getByRole('button', { name: say.continue }).click();
    await expect(dialog.locator('svg title')).toBeAttached();
    await look('app');
    expect(await axeFindings(page)).toEqual([]);
    const secret = await dialog.locator('code').innerText();
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    await dialog.locator('[name=code]').fill(app.generate());
    await dialog.getByRole('button', { name: say.turnOn }).click();
    const shown = page.getByRole('dialog', { name: say.codesTitle });
    const [recoveryCode = ''] = /[a-z2-7]{4}(?:-[a-z2-7]{4}){3}/.exec(await shown.innerText()) ?? [];
    await look('recovery-codes');
    await shown.getByRole('button', { name: say.saved }).click();
    await signOut(page, person.username, say);

    await passFirstStep(page, person, words[language]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.title);
    await look('second-step');
    expect(await axeFindings(page)).toEqual([]);
    await field(page, say.code).fill('000000');
    await page.getByRole('button', { name: words[language].signIn, exact: true }).click();
    await expect(page.getByText(say.wrong)).toBeVisible();
    // The code of the previous step is used up; the next one is already accepted half a minute early.
    await field(page, say.code).fill(app.generate({ timestamp: Date.now() + STEP_MS }));
    await page.getByRole('button', { name: words[language].signIn, exact: true }).click();
    await expect(page).toHaveURL(/\/workloads$/);
    await signOut(page, person.username, say);

    await passFirstStep(page, person, words[language]);
    await page.getByRole('button', { name: say.useRecoveryCode }).click();
    await field(page, say.recoveryCode).fill(recoveryCode);
    await look('recovery');
    await page.getByRole('button', { name: words[language].signIn, exact: true }).click();
    await expect(page).toHaveURL(/\/workloads$/);
    await page.goto(`${demoFacts().url}/profile`);
    await expect(page.getByText(say.left)).toBeVisible();
    await page.getByText(say.left).scrollIntoViewIfNeeded();
    await look('profile');
  });
}

test('operators find it under sign-in and security', async ({ page }, info) => {
  await enter(page, 'admin', 'en');
  await page.getByRole('button', { name: texts.en.menuOf('admin') }).click();
  await page.getByRole('menuitem', { name: 'Sign-in and security' }).click();
  await expect(page.getByRole('button', { name: texts.en.turnOn })).toBeVisible();
  await page.screenshot({ path: info.outputPath('own-sign-in.png'), fullPage: true });
});
