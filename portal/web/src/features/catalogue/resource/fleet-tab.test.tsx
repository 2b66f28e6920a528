import { expect, it } from '@jest/globals';
import type { MeasuredFleet } from '@gpulease/contract/fleet-metrics';
import type { MeasuredMetrics } from '@gpulease/contract/workload-metrics';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAdminGpu, anAdminRegion, aNode } from '../../../testing/samples.ts';

const time = { available: true, start: '2026-11-21T04:00:00.000Z', stepSeconds: 3_600 } as const;
const fleet: MeasuredFleet = {
  ...time,
  series: [
    { of: 'TOTAL', values: [8, 8] },
    { of: 'SOLD', values: [5, 6] },
  ],
};
const GIB = 2 ** 30;
const used = (values: number[]) => [{ of: 'USED' as const, gpu: null, values }];
const ofMachines: MeasuredMetrics['graphs'] = [
  { metric: 'CPU_CORES', unit: 'CORES', limit: 512, series: used([36, 37.5]) },
  { metric: 'MEMORY', unit: 'BYTES', limit: 64 * GIB, series: used([GIB, 2 * GIB]) },
  {
    ...{ metric: 'NETWORK', unit: 'BYTES_PER_SECOND', limit: null },
    series: [
      { of: 'RECEIVED', gpu: null, values: [1_024, 2_048] },
      { of: 'SENT', gpu: null, values: [512, 1_024] },
    ],
  },
  { metric: 'DISK', unit: 'BYTES_PER_SECOND', limit: null, series: [] },
];
const machines: MeasuredMetrics = {
  ...{ ...time, gpuErrors: [] },
  graphs: [{ metric: 'GPU_POWER', unit: 'WATTS', limit: null, series: used([900, 1_200]) }, ...ofMachines],
};
const regionWithGpus = { ...anAdminRegion, gpus: [{ model: 'a100', total: 8, allocated: 6, free: 2 }] };
const regionWithout = { ...anAdminRegion, gpus: [] };

const cardOf = (name: string) =>
  screen.getByRole('heading', { level: 2, name }).closest<HTMLElement>('.pf-v6-c-card')!;

it.each([
  ['regions', `region=${anAdminRegion.name}`, 'getRegionMetrics', /^Totals for instances in this region/],
  ['gpus', `gpu=${anAdminGpu.name}`, 'getGpuMetrics', /^Totals for instances with this GPU model/],
] as const)(
  'a page of the %s shows the metrics of GPUs and machines',
  async (area, part, operation, means) => {
    const { api } = await renderApp({
      path: `/admin/${area}/${part.replace(/^.*=/, '')}?tab=monitoring`,
      as: 'admin',
      language: 'en',
      answers: {
        ...{ getRegion: regionWithGpus, getGpu: anAdminGpu },
        ...{ getFleetMetrics: fleet, [operation]: machines },
      },
    });
    const sold = await screen.findByText(/^Sold GPUs belong to an instance/);
    expect(sold.closest('.pf-v6-c-card')).toHaveTextContent(/Total 8\s*Sold 6/);
    expect(api.of('getFleetMetrics')[0]?.url.search).toBe(`?range=7d&${part}`);

    expect(await screen.findByText(means)).toHaveTextContent(/reported by the instances themselves\.$/);
    expect(api.of(operation).map(({ url }) => url.search)).toEqual(['?range=7d']);
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles).toEqual(['GPUs over time', ...['GPU power', 'CPU cores', 'Memory', 'Network', 'Disk']]);
    expect(cardOf('CPU cores')).toHaveTextContent(/In use 37\.5 of 512/);
    expect(cardOf('Memory')).toHaveTextContent(/In use 2 GiB of 64 GiB/);
    expect(cardOf('GPU power')).toHaveTextContent(/In use 1,200 W/);
    expect(cardOf('Disk')).toHaveTextContent('No data for this period.');

    await userEvent.click(within(cardOf('Network')).getByRole('button', { name: 'Show as a table' }));
    const [head, newest] = within(screen.getByRole('grid', { name: 'Network' })).getAllByRole('row');
    expect(head).toHaveTextContent(/Received\s*Sent/);
    expect(newest).toHaveTextContent(/2 KiB\/s\s*1 KiB\/s/);
  },
);

it.each([
  ['regions', anAdminRegion.name],
  ['nodes', `${aNode.region}/${aNode.name}`],
])(
  'a page of the %s without GPUs shows only its machines, over a selectable time range',
  async (area, path) => {
    const node = { ...aNode, resources: { ...aNode.resources, gpuModel: null, gpuNumber: 0 } };
    const answer = { ...machines, graphs: ofMachines };
    const { api } = await renderApp({
      path: `/admin/${area}/${path}?tab=monitoring`,
      as: 'admin',
      language: 'en',
      answers: {
        ...{ getRegion: regionWithout, getNode: node },
        ...{ getRegionMetrics: answer, getNodeMetrics: answer },
      },
    });
    const means = await screen.findByText(/^Totals for/);
    expect(means).not.toHaveTextContent('GPU');
    expect(screen.queryByText(/GPUs/, { selector: 'h2, h2 *' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '24 hours' }));
    expect(await screen.findByRole('button', { name: '24 hours', pressed: true })).toBeVisible();
    const operation = area === 'nodes' ? 'getNodeMetrics' : 'getRegionMetrics';
    expect(api.of(operation).map(({ url }) => url.search)).toEqual(['?range=7d', '?range=24h']);
    expect(api.of('getFleetMetrics')).toEqual([]);
  },
);

it.each([
  ['with GPUs', regionWithGpus],
  ['without GPUs', regionWithout],
])('explains once why a region %s has no graphs', async (_, region) => {
  const missing = { available: false, reason: 'UNREACHABLE' } as const;
  await renderApp({
    path: `/admin/regions/${anAdminRegion.name}?tab=monitoring`,
    as: 'admin',
    language: 'en',
    answers: { getRegion: region, getFleetMetrics: missing, getRegionMetrics: missing },
  });
  expect(await screen.findAllByText(/monitoring data source isn’t responding/)).toHaveLength(1);
  expect(screen.queryByText(/^Totals for/)).toBeNull();
});
