import type { Workload } from '@gpulease/contract/workloads';
import { expect, test, type Page } from '@playwright/test';
import { expectEndOfRun, openMachine, setAutoStop, STOPPED } from '../support/auto-stop.ts';
import { enter } from '../support/console.ts';
import { demoFacts } from '../support/demo.ts';
import { fill, input } from '../support/forms.ts';
import {
  destroyMachines,
  inMinutes,
  newName,
  pressAndConfirm,
  showInDocs,
  startLonelyMachine,
  takenOnRequest,
  typedMinute,
} from '../support/journeys.ts';
import { withMovedClock } from '../support/moved-clock.ts';
import { recharge, untilStatus } from '../support/orders.ts';
import { RestSession } from '../support/rest.ts';

takenOnRequest();

const HOUR_MS = 3_600_000;

test('a machine stops at the time set by its renter, and starts again on request', async ({ page }) => {
  const name = newName('timed');
  try {
    await startLonelyMachine(name);
    await enter(page, 'user', 'zh');
    await openMachine(page, name);

    await test.step('its renter sets a near time and is warned', async () => {
      await stopAt(page, inMinutes(10));
      await expect(warningOn(page)).toBeVisible();
      await showInDocs(page, 'auto-stop');
    });

    await test.step('its renter postpones the stop by an hour', async () => {
      const before = await autoStopOf(name);
      await page.getByRole('button', { name: '延长 1 小时' }).click();
      await expect(page.getByText(new RegExp(`实例 ${name} 改为 .+ 停止。`))).toBeVisible();
      await expect(warningOn(page)).toBeHidden();
      expect(await autoStopOf(name)).toBe(before + HOUR_MS);
      await expect(page.getByRole('definition').filter({ hasText: /^将于 .+ 停止/ })).toBeVisible();
    });

    await test.step('its renter sets another time, and the machine stops by itself', async () => {
      await stopAt(page, inMinutes(3));
      await expectStopped(page);
      await expectEndOfRun(page, '定时停止');
      await page.goto(`${demoFacts().url}/notices`);
      await expect(page.getByText(`实例 ${name} 即将定时停止`).first()).toBeVisible();
    });

    await test.step('its renter starts it, and the past time no longer stops it', async () => {
      await openMachine(page, name);
      await pressAndConfirm(page, '启动');
      await untilStatus(await RestSession.user(), name, 'RUNNING');
      await expect(page.getByText(/^不自动停止（设置的 .+ 已过）$/)).toBeVisible();
    });
  } finally {
    await destroyMachines(name);
  }
});

test('a machine limited to an hour is postponed for another hour after a warning, and then stopped', async ({
  page,
}) => {
  const name = newName('hourly');
  try {
    await startLonelyMachine(name);
    await enter(page, 'user', 'zh');
    await openMachine(page, name);
    await setAutoStop(page, '每次启动后，运行满指定时长停止', () => input(page, 'autoStop.hours').fill('1'));
    await expect(page.getByText(/^每次启动后运行 1 小时 · 将于 .+ 停止$/)).toBeVisible();
    const end = await autoStopOf(name);
    expect(end).toBeGreaterThan(inMinutes(55).getTime());
    expect(end).toBeLessThanOrEqual(inMinutes(60).getTime());

    await withMovedClock(async (moveTo) => {
      await test.step('the hour is nearly over, and its renter is warned', async () => {
        await moveTo(before(end, WARNED_MINUTES));
        await expectWarning(page, name);
      });

      await test.step('its renter postpones the stop by an hour, and is warned again before it', async () => {
        await page.getByRole('button', { name: '延长 1 小时' }).click();
        await expect(warningOn(page)).toBeHidden();
        expect(await autoStopOf(name)).toBe(end + HOUR_MS);
        await moveTo(before(end + HOUR_MS, WARNED_MINUTES));
        await expect(warningOn(page)).toBeVisible();
      });

      await test.step('that hour also ends, and it is stopped', async () => {
        await moveTo(new Date(end + HOUR_MS));
        await expectStopped(page);
        await expectEndOfRun(page, '定时停止');
      });
    });
  } finally {
    await destroyMachines(name);
  }
});

test('a machine with weekly hours is stopped when they end, and started when they begin again', async ({
  page,
}) => {
  const name = newName('weekly');
  const session = await RestSession.user();
  // However large the balance, the machine is funded for at most a day: the hours end and begin again within it.
  const [from, to] = [hourInShanghai(inMinutes(-180)), hourInShanghai(inMinutes(60))];
  try {
    await recharge(session, '100.00');
    await startLonelyMachine(name);
    await enter(page, 'user', 'zh');
    await openMachine(page, name);
    await setAutoStop(page, '每周按时段启动和停止', async () => {
      for (const day of ['周六', '周日']) await page.getByRole('checkbox', { name: day }).check();
      await fill(page, { 'autoStop.from': from, 'autoStop.to': to, 'autoStop.timeZone': 'Asia/Shanghai' });
    });
    const hours = `每天 ${from}–${to}（Asia/Shanghai）`;
    await expect(page.getByText(new RegExp(`^${hours} · 将于 .+ 停止$`))).toBeVisible();
    const end = await autoStopOf(name);
    expect(timeInShanghai(end)).toBe(`${to}:00`);

    await withMovedClock(async (moveTo) => {
      await test.step('the hours are nearly over, and its renter is warned', async () => {
        await moveTo(before(end, WARNED_MINUTES));
        await expectWarning(page, name);
      });

      const begin = await test.step('they are over, and it is stopped until they begin again', async () => {
        await moveTo(new Date(end));
        await expectStopped(page);
        await untilStatus(session, name, 'STOPPED');
        await expect(page.getByText(new RegExp(`^${hours} · 将于 .+ 启动$`))).toBeVisible();
        return autoStartOf(name);
      });
      expect(timeInShanghai(begin)).toBe(`${from}:00`);

      await test.step('they begin, and it is started until they end', async () => {
        await moveTo(new Date(begin));
        const { body } = await untilStatus(session, name, 'RUNNING');
        expect(body.runs.map(({ endReason }) => endReason)).toEqual([null, 'ScheduledStop']);
        await expect(page.getByText(new RegExp(`^${hours} · 将于 .+ 停止$`))).toBeVisible();
        expect(await autoStopOf(name)).toBe(end + 24 * HOUR_MS);
        await page.goto(`${demoFacts().url}/notices`);
        await expect(page.getByText(`实例 ${name} 已启动`)).toBeVisible();
      });
    });
  } finally {
    await destroyMachines(name);
  }
});

/** Owners are warned a quarter of an hour before the stop. */
const WARNED_MINUTES = 14;

const before = (time: number, minutes: number): Date => new Date(time - minutes * 60_000);

/** Formats a moment as local time in Shanghai. */
const timeInShanghai = (time: number | Date): string =>
  new Date(time).toLocaleTimeString('en-GB', { timeZone: 'Asia/Shanghai' });
const hourInShanghai = (time: Date): string => `${timeInShanghai(time).slice(0, 2)}:00`;

const warningOn = (page: Page) => page.getByRole('heading', { name: /即将按定时停止的设置停止/ });

/** Expects the warning on the machine's page and as a notice, and returns to the page. */
async function expectWarning(page: Page, name: string): Promise<void> {
  await expect(warningOn(page)).toBeVisible();
  await page.goto(`${demoFacts().url}/notices`);
  await expect(page.getByText(`实例 ${name} 即将定时停止`).first()).toBeVisible();
  await openMachine(page, name);
}

async function expectStopped(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /定时停止的时间已到，实例已停止/ })).toBeVisible(STOPPED);
}

const stopAt = (page: Page, time: Date) =>
  setAutoStop(page, '在指定时间停止一次', () => input(page, 'autoStop.at').fill(typedMinute(time)));

const autoStopOf = async (name: string) => Date.parse((await read(name)).autoStopAt ?? '');
const autoStartOf = async (name: string) => Date.parse((await read(name)).autoStartAt ?? '');

async function read(name: string): Promise<Workload> {
  const { body } = await (await RestSession.user()).get<Workload>(`/workloads/${name}`);
  return body;
}
