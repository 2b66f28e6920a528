import { expect, it } from '@jest/globals';
import type { MetricGraph, WorkloadMetrics } from '@gpulease/contract/workload-metrics';
import type { WorkloadGauges } from '@gpulease/contract/workload-gauges';
import type { Workload } from '@gpulease/contract/workloads';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Answers } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aConfig, aWorkload } from '../../../testing/samples.ts';

const percent = (metric: 'GPU_UTILIZATION' | 'CPU', value: number): MetricGraph => ({
  ...{ metric, unit: 'PERCENT', limit: 100 },
  series: [{ of: 'USED', gpu: metric === 'CPU' ? null : 0, values: [value] }],
});
const metrics = (...graphs: MetricGraph[]): WorkloadMetrics => ({
  ...{ available: true, start: '2026-11-21T04:00:00.000Z', stepSeconds: 30, graphs },
  gpuErrors: [],
});
const both = metrics(percent('CPU', 6), percent('GPU_UTILIZATION', 20));
const gauges: WorkloadGauges = {
  available: true,
  items: [{ uid: '1', gpuUse: 77.6, gpuMemory: 50, idle: null }],
};
const never = () => new Promise<never>(() => undefined);

interface Scene {
  readonly as?: 'user' | 'admin';
  readonly workload?: Partial<Workload>;
  readonly answers?: Answers;
}

function open({ as = 'user', workload = {}, answers }: Scene = {}) {
  const shown = { ...aWorkload, ...workload };
  return renderApp({
    ...{ as, language: 'en', path: as === 'user' ? '/workloads/1-1' : '/admin/workloads/demo/1-1' },
    answers: {
      getConfig: { ...aConfig, measuresGpus: true },
      ...{ getWorkload: shown, getAnyWorkload: shown },
      ...{ getWorkloadGauges: gauges, getAnyWorkloadGauges: gauges },
      ...{ getWorkloadMetrics: both, getAnyWorkloadMetrics: both },
      ...answers,
    },
  });
}

it.each(['user', 'admin'] as const)('shows gauges and one graph on the page of a %s', async (as) => {
  await open({ as });
  expect(await screen.findByRole('meter', { name: 'GPU use' })).toHaveTextContent('78%');
  expect(screen.getByRole('meter', { name: 'GPU memory' })).toHaveTextContent('50%');
  expect(await screen.findByRole('heading', { level: 2, name: 'GPU use' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'CPU use' })).toBeNull();
});

it('requests metrics once, even if the monitoring tab is opened', async () => {
  const { api } = await open();
  await screen.findByRole('heading', { level: 2, name: 'GPU use' });
  await userEvent.click(screen.getByRole('tab', { name: 'Monitoring' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'CPU use' })).toBeVisible();
  expect(api.of('getWorkloadMetrics')).toHaveLength(1);
  expect(api.of('getWorkloadGauges')).toHaveLength(1);
});

it.each(['', '?tab=monitoring'])('never shows the graph of another machine, at %j', async (tab) => {
  const nameIn = (url: URL) => url.pathname.split('/')[4];
  const { router } = await renderApp({
    ...{ as: 'user', language: 'en', path: '/workloads/other?tab=network' },
    answers: {
      getConfig: { ...aConfig, measuresGpus: true },
      getWorkload: ({ url }) =>
        nameIn(url) === 'other' ? { ...aWorkload, uid: '2', name: 'other' } : aWorkload,
      getWorkloadMetrics: ({ url }) => (nameIn(url) === 'other' ? never() : both),
    },
  });
  await screen.findByRole('heading', { level: 1, name: /other/ });
  await act(() => router.navigate(`/workloads/${aWorkload.name}${tab}`));
  await screen.findByRole('heading', { level: 2, name: 'GPU use' });
  await act(() => router.navigate(`/workloads/other${tab}`));
  await screen.findByRole('heading', { level: 1, name: /other/ });
  expect(screen.queryByRole('heading', { level: 2, name: 'GPU use' })).toBeNull();
});

it('does not delay the page', async () => {
  await open({ answers: { getWorkloadMetrics: never, getWorkloadGauges: never } });
  expect(await screen.findByRole('textbox', { name: 'SSH command' })).toBeVisible();
  expect(await screen.findByText('GPU memory')).toBeVisible();
  expect(screen.queryByRole('meter')).toBeNull();
});

const none: WorkloadGauges = { available: true, items: [] };
it.each<[string, Scene, RegExp]>([
  [
    'the image has no exporter',
    { workload: { measuresGpus: false }, answers: { getWorkloadGauges: none } },
    /^This image doesn’t measure its GPUs\.$/,
  ],
  ['no data arrives', { answers: { getWorkloadGauges: none } }, /^No GPU data/],
  ['nothing is measured', { answers: { getWorkloadMetrics: metrics() } }, /^No data for this period\.$/],
  [
    'the source fails',
    { answers: { getWorkloadMetrics: { available: false, reason: 'UNREACHABLE' } } },
    /retries automatically/,
  ],
  ['the machine is off', { workload: { status: 'STOPPED' } }, /^GPU and other resource use appears here/],
])('shows that %s', async (_, scene, text) => {
  await open(scene);
  expect(await screen.findByText(text)).toBeVisible();
});

it('requests nothing if the platform measures nothing', async () => {
  const { api } = await open({ answers: { getConfig: aConfig } });
  expect(await screen.findByText(/no source of monitoring data yet/)).toBeVisible();
  expect(api.of('getWorkloadMetrics')).toEqual([]);
});

it('shows the CPU of a machine without GPUs', async () => {
  await open({
    workload: { resources: { ...aWorkload.resources, gpuModel: null, gpuNumber: 0 } },
    answers: { getWorkloadMetrics: metrics(percent('CPU', 6)) },
  });
  const heading = await screen.findByRole('heading', { level: 2, name: 'CPU use' });
  await waitFor(() =>
    expect(within(heading.closest<HTMLElement>('.pf-v6-c-card')!).getByText('6%')).toBeVisible(),
  );
  expect(screen.queryByText('GPU memory')).toBeNull();
});
