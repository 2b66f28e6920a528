import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { MeasuredMetrics, MetricGraph, WorkloadMetrics } from '@gpulease/contract/workload-metrics';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aConfig, aWorkload } from '../../../testing/samples.ts';

const GIB = 2 ** 30;
const used = (values: (number | null)[], gpu: number | null = null) => ({ of: 'USED' as const, gpu, values });
const graphs: MetricGraph[] = [
  {
    metric: 'GPU_UTILIZATION',
    unit: 'PERCENT',
    limit: 100,
    series: [used([10, 20.25], 0), used([0, null], 1)],
  },
  { metric: 'GPU_MEMORY', unit: 'BYTES', limit: 80 * GIB, series: [used([GIB, 36.5 * GIB], 0)] },
  { metric: 'GPU_TEMPERATURE', unit: 'CELSIUS', limit: null, series: [] },
  { metric: 'GPU_CLOCK', unit: 'MEGAHERTZ', limit: null, series: [used([210, 1_410], 0)] },
  { metric: 'GPU_NVLINK', unit: 'BYTES_PER_SECOND', limit: null, series: [] },
  { metric: 'CPU', unit: 'PERCENT', limit: 100, series: [used([5, 6])] },
  {
    metric: 'NETWORK',
    unit: 'BYTES_PER_SECOND',
    limit: null,
    series: [
      { of: 'RECEIVED', gpu: null, values: [0, 3 * 2 ** 20] },
      { of: 'SENT', gpu: null, values: [0, 2 ** 19] },
    ],
  },
  { metric: 'FILE_SYSTEM', unit: 'BYTES', limit: 200 * GIB, series: [used([12 * GIB, 50 * GIB])] },
];
const metrics: MeasuredMetrics = {
  available: true,
  start: '2026-11-21T04:00:00.000Z',
  stepSeconds: 30,
  graphs,
  gpuErrors: [],
};

async function open(answer: WorkloadMetrics, as: 'user' | 'admin' = 'user', search = '?tab=monitoring') {
  const path = as === 'user' ? `/workloads/1-1${search}` : `/admin/workloads/demo/1-1${search}`;
  const answers = {
    ...{ getWorkload: aWorkload, getAnyWorkload: aWorkload },
    ...{ getWorkloadMetrics: answer, getAnyWorkloadMetrics: answer },
  };
  return renderApp({ path, as, language: 'en', answers });
}

const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title });
  const found = heading.closest<HTMLElement>('.pf-v6-c-card');
  if (!found) throw new Error(`${title} is in no card`);
  return found;
};

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('graphs', () => {
  it.each([
    ['GPU use', /GPU 0 20.3% GPU 1 0%/],
    ['GPU memory', /GPU 0 36.5\sGiB of 80\sGiB/],
    ['GPU temperature', /No data for this period\./],
    ['GPU clock', /GPU 0 1,410\sMHz/],
    ['CPU use', /In use 6%/],
    ['Disk space', /In use 50\sGiB of 200\sGiB/],
    ['Network', /Received 3\sMiB\/s Sent 0.5\sMiB\/s/],
  ])('of %s show the current value', async (title, text) => {
    await open(metrics);
    expect((await card(title)).textContent.replaceAll(/(?<=GiB|s|%|[a-z0-9])(?=GPU|Sent)/g, ' ')).toMatch(
      text,
    );
  });

  it('of rare metrics are hidden if the guest does not report them', async () => {
    await open(metrics);
    await card('GPU clock');
    expect(screen.queryByRole('heading', { name: /NVLink/ })).toBeNull();
  });

  it('can be shown as tables, newest first', async () => {
    await open(metrics);
    const network = within(await card('Network'));
    await userEvent.click(network.getByRole('button', { name: 'Show as a table' }));
    const rows = within(network.getByRole('grid', { name: 'Network' })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].slice(1).map((cell) => cell.textContent))).toEqual([
      ['Received', 'Sent'],
      ['3\u00a0MiB/s', '0.5\u00a0MiB/s'],
      ['0\u00a0MiB/s', '0\u00a0MiB/s'],
    ]);
  });

  it('are drawn with a line for each series', async () => {
    jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
    await open(metrics);
    const picture = await within(await card('Network')).findByRole('img', { name: 'Network' });
    const strokes = [...picture.querySelectorAll('path')].map((path) => path.style.stroke);
    expect(strokes.filter((stroke) => stroke.includes('gpulease-chart-line'))).toEqual([
      'var(--gpulease-chart-line-1)',
      'var(--gpulease-chart-line-2)',
    ]);
  });

  it('draw a dot if there is only one point because the machine has just started', async () => {
    jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
    const series = [used([null, 40])];
    await open({ ...metrics, graphs: [{ metric: 'CPU', unit: 'PERCENT', limit: 100, series }] });
    const picture = await within(await card('CPU use')).findByRole('img', { name: 'CPU use' });
    const fills = [...picture.querySelectorAll('path')].map((path) => path.style.fill);
    expect(fills.filter((fill) => fill.includes('gpulease-chart-line'))).toEqual([
      'var(--gpulease-chart-line-1)',
    ]);
  });

  it('are limited to the time range in the URL, and update the URL', async () => {
    const { api, router } = await open(metrics, 'user', '?tab=monitoring&range=7d');
    expect(await screen.findByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: '24 hours' }));
    await waitFor(() =>
      expect(api.of('getWorkloadMetrics').map(({ url }) => url.searchParams.get('range'))).toEqual([
        '7d',
        '24h',
      ]),
    );
    expect(router.state.location.search).toBe('?tab=monitoring&range=24h');
  });

  describe('show a part of their time', () => {
    // Two hours, a point every ten minutes; the plot is 72 to 548 pixels from the left.
    const hours: MeasuredMetrics = {
      ...{ available: true, start: '2026-11-21T04:00:00.000Z', stepSeconds: 600, gpuErrors: [] },
      graphs: [
        {
          ...{ metric: 'CPU', unit: 'PERCENT', limit: 100 },
          series: [used(Array.from({ length: 13 }, (_, at) => at))],
        },
      ],
    };
    const asked = (api: FakeApi) => api.of('getWorkloadMetrics').map(({ url }) => url.search);

    it('that is selected by dragging, in finer steps', async () => {
      jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
      const { api } = await open(hours, 'user', '?tab=monitoring&range=24h');
      const picture = await within(await card('CPU use')).findByRole('img', { name: 'CPU use' });
      // Without a layout, the picture cannot locate the pointer.
      const plot = picture.closest<HTMLElement>('.gpulease-drag-select') ?? picture;
      await userEvent.pointer([
        { keys: '[MouseLeft>]', target: plot, coords: { clientX: 231 } },
        { target: plot, coords: { clientX: 112 } },
        { keys: '[/MouseLeft]', target: plot, coords: { clientX: 112 } },
      ]);
      await waitFor(() =>
        expect(asked(api)).toEqual(['?range=24h', '?range=1h&until=2026-11-21T04%3A40%3A00.000Z']),
      );
      const part = screen.getByText(/\d\d:10 to .*\d\d:40$/);
      expect(part).toHaveAttribute('role', 'status');
      expect(await card('CPU use')).toHaveTextContent('In use 4%');
    });

    it('by buttons, until the whole period is shown again', async () => {
      const { api } = await open(hours, 'user', '?tab=monitoring&range=24h');
      const button = (name: string) => screen.getByRole('button', { name });
      await card('CPU use');
      expect(button('Whole period')).toHaveAttribute('aria-disabled', 'true');
      await userEvent.click(button('Zoom in'));
      await userEvent.click(button('Earlier'));
      await waitFor(() =>
        expect(asked(api)).toEqual([
          '?range=24h',
          '?range=1h&until=2026-11-21T05%3A30%3A00.000Z',
          '?range=1h&until=2026-11-21T05%3A00%3A00.000Z',
        ]),
      );
      expect(button('Earlier')).toHaveAttribute('aria-disabled', 'true');
      expect(await card('CPU use')).toHaveTextContent('In use 6%');
      await userEvent.click(button('Whole period'));
      expect(await card('CPU use')).toHaveTextContent('In use 12%');
      expect(screen.queryByText(/\d\d:\d\d to /)).toBeNull();
    });

    it('until another range is chosen', async () => {
      await open(hours, 'user', '?tab=monitoring&range=24h');
      await card('CPU use');
      await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
      await userEvent.click(screen.getByRole('button', { name: '7 days' }));
      expect(await card('CPU use')).toHaveTextContent('In use 12%');
    });
  });

  it('are refreshed with each step', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
    const { api } = await open(metrics);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(api.of('getWorkloadMetrics')).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(api.of('getWorkloadMetrics')).toHaveLength(2);
  });
});

describe('GPU errors', () => {
  const at = '2026-11-21T04:00:00.000Z';
  const xid = { kind: 'XID', gpu: 1, value: 79, at } as const;
  const corrected = { kind: 'ECC_CORRECTED', gpu: 0, value: 37, at } as const;

  it.each([
    ['user', true],
    ['admin', false],
  ] as const)('are listed in words, and for a %s with how to report them: %s', async (as, reports) => {
    await open({ ...metrics, gpuErrors: [xid, corrected] }, as);
    const title = await screen.findByRole('heading', { level: 2, name: /Warning.*reported errors/ });
    const alert = within(title.closest<HTMLElement>('.pf-v6-c-alert') ?? document.body);
    expect(alert.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^GPU 1: Xid 79, last reported Nov\s21,\s2026/),
      expect.stringMatching(/^GPU 0: memory errors that ECC corrected: 37, last reported/),
    ]);
    expect(alert.queryByText(/choose “Report a GPU”/) !== null).toBe(reports);
  });

  it('are no warning if the memory has corrected them', async () => {
    await open({ ...metrics, gpuErrors: [corrected] });
    expect(await screen.findByRole('heading', { level: 2, name: /Note.*reported errors/ })).toBeVisible();
  });
});

describe('without', () => {
  const withoutGpus = {
    ...metrics,
    graphs: graphs.map((graph) => (graph.metric.startsWith('GPU_') ? { ...graph, series: [] } : graph)),
  };

  it.each([
    ['user', /The image doesn’t run it, or the platform doesn’t read it yet\.$/],
    ['admin', /Install the DCGM exporter in the image.*docs\/install\.md/],
  ] as const)('a DCGM exporter, explains to a %s why there are no GPU graphs', async (as, text) => {
    await open(withoutGpus, as);
    const heading = await screen.findByRole('heading', { level: 2, name: /No GPU data/ });
    expect(heading.closest('.pf-v6-c-alert')?.textContent.trim()).toMatch(text);
    expect(screen.queryByRole('heading', { name: 'GPU use' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'CPU use' })).toBeVisible();
  });

  it('any data, names no cause', async () => {
    await open({ ...metrics, graphs: graphs.map((graph) => ({ ...graph, series: [] })) });
    expect(await screen.findByText('No data for this period.')).toBeVisible();
    expect(screen.queryByText(/No GPU data/)).toBeNull();
    expect(screen.getByRole('button', { name: '30 days' })).toBeVisible();
  });

  it.each([
    ['user', 'NOT_CONFIGURED', 'No monitoring data', /no source of monitoring data yet/],
    ['admin', 'NOT_CONFIGURED', 'No monitoring data', /Set metrics\.url to the address of Prometheus/],
    [
      'user',
      'UNREACHABLE',
      'Monitoring data is unavailable',
      /retries automatically; the instance isn’t affected/,
    ],
    ['admin', 'UNREACHABLE', 'Monitoring data is unavailable', /retries automatically/],
    ['user', 'NEVER_RAN', 'This instance hasn’t run yet', /Once it runs/],
  ] as const)('metrics, informs a %s about %s', async (as, reason, title, body) => {
    await open({ available: false, reason }, as);
    expect(await screen.findByRole('heading', { level: 2, name: title })).toBeVisible();
    expect(screen.getByText(body)).toBeVisible();
    expect(screen.queryByRole('button', { name: '24 hours' })).toBeNull();
  });
});

it.each([
  ['en', true, ['“Graphs of machines” in docs/install.md', '/docs/install#graphs-of-machines']],
  ['zh', true, ['文档“安装”中的“实例的监控图”', '/docs/zh/install#实例的监控图']],
  ['en', false, undefined],
] as const)(
  'links operators to the guide in %s if the portal has it: %s',
  async (language, hasDocuments, leads) => {
    const answer = { available: false, reason: 'NOT_CONFIGURED' } as const;
    await renderApp({
      ...{ path: '/admin/workloads/demo/1-1?tab=monitoring', as: 'admin', language },
      answers: {
        getConfig: { ...aConfig, documents: hasDocuments ? '/docs' : null },
        getAnyWorkload: aWorkload,
        getAnyWorkloadMetrics: answer,
      },
    });
    const text = await screen.findByText(/metrics\.url/);
    expect(text.textContent).not.toContain('<');
    const link = within(text).queryByRole('link');
    expect(link === null ? undefined : [link.textContent, link.getAttribute('href')]).toEqual(leads);
  },
);

it('a destroyed machine has no monitoring tab', async () => {
  await renderApp({
    path: '/workloads/1-1',
    language: 'en',
    answers: { getWorkload: { ...aWorkload, status: 'DESTROYED', allowedActions: [] } },
  });
  await screen.findByRole('tab', { name: 'Network' });
  expect(screen.queryByRole('tab', { name: 'Monitoring' })).toBeNull();
});
