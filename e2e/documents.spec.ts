import { expect, test, type Page } from '@playwright/test';
import { enter } from './support/console.ts';

/** Collects what the browser reports as refused or failed. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  return complaints;
}

const guides = [
  {
    ...({ console: 'user', language: 'zh', menu: '用户指南', title: '用户指南' } as const),
    ...{ search: '搜索', word: '余额', found: /余额/ },
  },
  {
    ...({ console: 'user', language: 'en', menu: 'User guide', title: 'User guide' } as const),
    ...{ search: 'Search', word: 'invite code', found: /Register/ },
  },
  {
    ...({ console: 'admin', language: 'en', menu: 'Operator guide', title: 'Operator guide' } as const),
    ...{ search: 'Search', word: 'quarantine', found: /A GPU is broken/ },
  },
  {
    ...({ console: 'admin', language: 'zh', menu: '运维指南', title: '运维指南' } as const),
    ...{ search: '搜索', word: '计划维护', found: /节点与维护/ },
  },
];

for (const { console, language, menu, title, search, word, found } of guides) {
  test(`the account menu leads to the guide, which can be searched (${console}, ${language})`, async ({
    page,
    context,
  }) => {
    await enter(page, console, language);
    await page.getByRole('button', { name: /^(账号菜单：|Account menu for )/ }).click();
    const opening = context.waitForEvent('page');
    await page.getByRole('menuitem', { name: menu }).click();
    const guide = await opening;
    const heading = guide.getByRole('heading', { level: 1 });
    await expect(heading).toContainText(title);
    const complaints = complaintsOf(guide);
    await guide.reload();
    await expect(heading).toContainText(title);
    await guide.getByRole('button', { name: search }).first().click();
    await guide.getByRole('searchbox').fill(word);
    await expect(guide.getByRole('listbox')).toContainText(found);
    expect(complaints).toEqual([]);
  });
}
