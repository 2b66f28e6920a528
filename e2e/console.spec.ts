import { expect, test, type Page } from '@playwright/test';
import { signIn } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { startMachine } from './support/orders.ts';
import { RestSession } from './support/rest.ts';
import { words } from './support/words.ts';

const machine = 'console-box';

test.beforeAll(async () => {
  const session = await RestSession.user();
  await startMachine(session, machine);
});

test.afterAll(async () => {
  await (await RestSession.user()).post(`/workloads/${machine}/destroy`, {});
});

/** Collects what the content security policy refuses on a page. */
function refusals(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy'))
      found.push(`${message.location().url}: ${message.text()}`);
  });
  return found;
}

/** Counts the bright pixels of the machine's screen. */
function lightDots(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const canvas = document.querySelector('.gpulease-screen canvas');
    if (!canvas?.width) return 0;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, index) => index % 4 === 0 && value > 200).length;
  })()`);
}

async function openConsole(page: Page): Promise<void> {
  await page.goto(`${demoFacts().url}/workloads/${machine}?tab=console`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

test('a renter types on the serial console, is notified of a takeover, and sees the screen', async ({
  page,
  context,
}) => {
  const refused = refusals(page);
  await context.addInitScript(() => localStorage.setItem('language', 'en'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${demoFacts().url}/login`);
  await signIn(page, demoFacts().demo, words.en);

  await openConsole(page);
  const rows = page.locator('.xterm-rows');
  await expect(rows).toContainText('This is a simulation');
  await page.keyboard.type('hostname');
  await page.keyboard.press('Enter');
  await expect(rows).toContainText(`# hostname${machine}`);
  await page.evaluate('navigator.clipboard.writeText("nproc\\n")');
  await page.getByRole('button', { name: 'Paste text' }).click();
  await expect(rows).toContainText('# nproc');

  const second = await context.newPage();
  await openConsole(second);
  await second.getByRole('button', { name: 'Take over' }).click();
  await expect(second.locator('.xterm-rows')).toContainText('This is a simulation');
  await expect(page.getByText('Someone else opened this console')).toBeVisible();
  await second.close();

  await page.getByRole('button', { name: 'Screen (VNC)' }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => lightDots(page)).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Send keys' }).click();
  await page.getByRole('menuitem', { name: 'Ctrl + Alt + Del' }).click();
  expect(refused).toEqual([]);
});
