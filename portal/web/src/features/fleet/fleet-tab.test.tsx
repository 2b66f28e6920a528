import { expect, it } from '@jest/globals';
import type { MeasuredFleet } from '@gpulease/contract/fleet-metrics';
import { screen } from '@testing-library/react';
import { renderApp } from '../../testing/render-app.tsx';
import { anAdminGpu, anAdminRegion } from '../../testing/samples.ts';

const gpus = [{ model: 'a100', total: 8, allocated: 6, free: 2 }];
const fleet: MeasuredFleet = {
  ...{ available: true, start: '2026-11-21T04:00:00.000Z', stepSeconds: 3_600 },
  series: [
    { of: 'TOTAL', values: [8, 8] },
    { of: 'SOLD', values: [5, 6] },
  ],
};

it.each([
  ['regions', anAdminRegion.name, 'region'],
  ['gpus', anAdminGpu.name, 'gpu'],
] as const)('the page of one of the %s shows what its GPUs did', async (area, name, parameter) => {
  const { api } = await renderApp({
    path: `/admin/${area}/${name}?tab=monitoring`,
    as: 'admin',
    language: 'en',
    answers: {
      ...{ getRegion: { ...anAdminRegion, gpus }, getGpu: anAdminGpu },
      getFleetMetrics: fleet,
    },
  });
  const means = await screen.findByText(/^Sold GPUs are taken by an instance/);
  expect(means.closest('.pf-v6-c-card')).toHaveTextContent(/Total 8\s*Sold 6/);
  expect(api.of('getFleetMetrics')[0]?.url.search).toBe(`?range=7d&${parameter}=${name}`);
});

it('a region without GPUs has no such tab', async () => {
  await renderApp({
    path: `/admin/regions/${anAdminRegion.name}`,
    as: 'admin',
    language: 'en',
    answers: { getRegion: { ...anAdminRegion, gpus: [] } },
  });
  await screen.findByRole('tab', { name: 'Overview' });
  expect(screen.queryByRole('tab', { name: 'Monitoring' })).toBeNull();
});
