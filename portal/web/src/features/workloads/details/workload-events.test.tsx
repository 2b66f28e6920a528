import { expect, it } from '@jest/globals';
import type { WorkloadEvent } from '@gpulease/contract/workloads';
import { screen, within } from '@testing-library/react';
import { pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anEvent, aWorkload } from '../../../testing/samples.ts';

const events: WorkloadEvent[] = [
  anEvent,
  { ...anEvent, time: '2026-03-01T10:03:00.000Z', actor: 'ADMIN', by: null, reason: 'START_WORKLOAD' },
  { ...anEvent, time: '2026-03-01T10:02:00.000Z', actor: 'KUBERNETES', by: 'kubectl-patch' },
  {
    ...anEvent,
    time: '2026-03-01T10:01:00.000Z',
    type: 'WARNING',
    actor: 'PLATFORM',
    by: null,
    reason: 'NoCapacity',
    message: 'No node has room.',
    count: 4,
  },
];

async function rows(language: 'zh' | 'en') {
  await renderApp({
    path: `/workloads/${aWorkload.name}?tab=events`,
    language,
    answers: { getWorkload: aWorkload, listWorkloadEvents: pageOf(events) },
  });
  await screen.findByText(/demo）|demo\)/);
  return within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent),
    );
}

it('shows in English who did what', async () => {
  expect(await rows('en')).toEqual([
    ['Customer (demo)', 'Stopped it'],
    ['Administrator', 'Started it'],
    ['kubectl or Git (kubectl-patch)', 'Stopped it'],
    ['Platform', 'WarningNot enough capacity is free at the moment. (4 times)'],
  ]);
});

it('shows in Chinese who did what', async () => {
  expect(await rows('zh')).toEqual([
    ['用户（demo）', '停止实例'],
    ['管理员', '启动实例'],
    ['kubectl 或 Git（kubectl-patch）', '停止实例'],
    ['平台', '警告资源不足，有空闲后自动启动，等待期间不计费。（4 次）'],
  ]);
});
