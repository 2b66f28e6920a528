import { expect, type Page } from '@playwright/test';
import { demoFacts } from './demo.ts';

/** Time for the scheduled stop to come and the machine to shut down. */
export const STOPPED = { timeout: 300_000 };

export const openMachine = (page: Page, name: string) => page.goto(`${demoFacts().url}/workloads/${name}`);

/** Sets the automatic stop on the page of a machine. */
export async function setAutoStop(page: Page, kind: string, choose: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: '编辑定时启停' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: kind }).check();
  await choose();
  await dialog.getByRole('button', { name: '保存', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Expects the reason among the runs on the open page of a machine. */
export async function expectEndOfRun(page: Page, reason: string): Promise<void> {
  await page.getByRole('tab', { name: '费用', exact: true }).click();
  await expect(page.getByRole('grid', { name: '运行记录' })).toContainText(reason);
}
