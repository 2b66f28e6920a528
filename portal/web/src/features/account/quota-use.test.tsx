import type { Quota } from '@gpulease/contract/quotas';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../testing/render-app.tsx';
import { aMe } from '../../testing/samples.ts';

const items: Quota[] = [
  { of: 'workloads', used: 5, limit: 5 },
  { of: 'gpus', used: 3, limit: null },
  { of: 'storage', used: 512, limit: 2048 },
  { of: 'ports', used: 1, limit: 32 },
  { of: 'startsPerHour', used: 4, limit: 30 },
];

it('shows the usage of every quota on the profile', async () => {
  await renderApp({
    path: '/profile',
    as: 'user',
    language: 'en',
    answers: { getMe: aMe, getQuotas: { items } },
  });
  expect(await screen.findByRole('progressbar', { name: 'Instances' })).toHaveAttribute(
    'aria-valuetext',
    '5 / 5',
  );
  expect(screen.getByText('512 GiB / 2 TiB')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Starts per hour' })).toHaveAttribute(
    'aria-valuetext',
    '4 / 30',
  );
  expect(screen.getByText('GPUs 3 used, no limit')).toBeVisible();
});
