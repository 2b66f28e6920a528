import type { MaintenanceAhead } from '@gpulease/contract/me';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { pageOf } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';

const soon = '2999-11-28T10:00:00.000Z';

describe.each<[MaintenanceAhead, RegExp, RegExp, string]>([
  [
    { machines: 1, machine: 'train', startTime: soon },
    /^train will be stopped on Nov\s28,\s2999/,
    /^实例 train 将于 .*因节点计划维护停止$/,
    '/workloads/train',
  ],
  [
    { machines: 3, machine: null, startTime: soon },
    /^Planned maintenance stops 3 of your instances, the first on Nov\s28,\s2999/,
    /^您有 3 个实例将因节点计划维护停止，最早于 /,
    '/workloads',
  ],
  [
    { machines: 1, machine: 'train', startTime: null },
    /^train was stopped for maintenance$/,
    /^实例 train 因节点维护已停止$/,
    '/workloads/train',
  ],
  [
    { machines: 2, machine: null, startTime: null },
    /^2 of your instances were stopped for maintenance$/,
    /^您有 2 个实例因节点维护已停止$/,
    '/workloads',
  ],
])('the console shows one line about %j, linked to its page', (maintenance, en, zh, path) => {
  it.each([
    ['en', en],
    ['zh', zh],
  ] as const)('in %s', async (language, text) => {
    const listNotices = { ...pageOf([]), unread: 0, maintenance };
    const { api } = await renderApp({ path: '/workloads', language, answers: { listNotices } });
    expect(await screen.findByRole('link', { name: text })).toHaveAttribute('href', path);
    // Shared with the bell.
    expect(api.of('listNotices')).toHaveLength(1);
  });
});

it('shows no line without maintenance', async () => {
  await renderApp({ path: '/workloads', language: 'en' });
  await screen.findByRole('heading', { name: 'My instances' });
  expect(screen.queryByText(/maintenance/)).toBeNull();
});
