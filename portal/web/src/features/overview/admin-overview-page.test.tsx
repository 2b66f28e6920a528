import { describe, expect, it } from '@jest/globals';
import type { FleetSeries } from '@gpulease/contract/enums';
import type { FleetIdle, FleetMetrics, FleetRanking, RankedMachine } from '@gpulease/contract/fleet-metrics';
import type { Need, Overview } from '@gpulease/contract/overview';
import { HOUR_MS } from '@gpulease/contract/durations';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../testing/render-app.tsx';
import { aConfig, aWorkload } from '../../testing/samples.ts';

const notice = {
  user: 'demo',
  name: 'train',
  region: 'east',
  sku: 'a100-1',
  reason: 'NoCapacity',
  message: 'No node has room.',
  since: '2026-11-21T09:00:00.000Z',
};
const need: Need = {
  ...{ kind: 'NODE_NOT_READY', subject: 'n1', parameters: { region: 'east' }, acknowledgedBy: null },
  condition: { reason: 'NodeLost', message: 'The node is lost.' },
  since: '2026-11-21T09:00:00.000Z',
};
const many: readonly Need[] = [
  { ...need, kind: 'MACHINES_FAILED', subject: null, parameters: { count: 2 }, condition: null },
  need,
  {
    ...{ ...need, kind: 'OBJECT_NOT_READY', subject: 'b200', parameters: { area: 'gpus' } },
    condition: { reason: 'NotPermitted', message: 'Add it to permittedHostDevices.' },
  },
  { ...need, kind: 'QUEUE_LONG', subject: null, parameters: { count: 4, hours: 2 }, condition: null },
  { ...need, kind: 'APPROVALS_WAITING', subject: null, parameters: { count: 3 }, condition: null },
  { ...need, kind: 'PLATFORM', subject: 'JOBS', parameters: {}, condition: null, acknowledgedBy: 'ada' },
];
const overview: Overview = {
  needs: [...many],
  users: { total: 3, active: 2 },
  workloads: { total: 4, byStatus: { RUNNING: 3, PENDING: 1 } },
  gpus: [{ region: 'east', model: 'A100', total: 8, allocated: 8, free: 0 }],
  soldOut: { total: 1, items: [{ sku: 'a100-8', region: 'east' }] },
  queue: { total: 1, items: [notice], reasons: [{ reason: 'NoCapacity', count: 1 }] },
  failing: { total: 1, items: [{ ...notice, name: 'broken', message: 'The guest crashed.' }] },
  lowBalances: { total: 1, items: [{ username: 'poor', balance: '1.00', runwayHours: 2 }] },
  openPayments: { quarantined: 1, pendingRefunds: 2, receivables: 3, differingDays: 0, approvals: 4 },
  money: {
    rechargedToday: '10.00',
    rechargedThisMonth: '20.00',
    usageToday: '30.00',
    usageThisMonth: '40.00',
    burnPerHour: '5.00',
    hours: [{ hour: '2026-11-21T09:00:00.000Z', used: '1.00' }],
    days: [{ day: '2026-11-21', recharged: '10.00', used: '30.00' }],
    revenue: Array.from({ length: 15 }, (_, index) => ({
      day: `2026-11-${String(index + 7).padStart(2, '0')}`,
      byMode: { ON_DEMAND: '72.00', RESERVED: index === 13 ? '126.00' : '0.00', SPOT: '0.00' },
    })),
  },
};

it.each([
  ['demo/train', '/admin/workloads/demo/train'],
  ['demo/broken', '/admin/workloads/demo/broken'],
  ['Node n1 isn’t ready', '/admin/nodes/east/n1'],
  ['GPU model b200 isn’t ready', '/admin/gpus/b200'],
  ['Failed instances: 2', '/admin/workloads?status=FAILED'],
  ['poor', '/admin/users/edit/poor'],
  ['a100-8', '/admin/skus/a100-8'],
  ['0 / 8 free: A100, east', '/admin/nodes?region=east&gpu=A100'],
  ['Running · 3', '/admin/workloads?status=RUNNING'],
  ['Payments to review · 1', '/admin/billings?tab=quarantine'],
  ['Pending refunds · 2', '/admin/billings?tab=refunds&status=PENDING'],
  ['Open receivables · 3', '/admin/billings?tab=receivables&status=OPEN'],
  ['2 active of 3', '/admin/users?role=USER&status=active'],
  ['$4.17 (¥30.00)', '/admin/billings?type=DEDUCTION&from=2026-11-21'],
])('links %s to its list', async (name, href) => {
  await renderApp({
    path: '/admin/overview?more=true',
    as: 'admin',
    language: 'en',
    answers: { getOverview: overview },
  });
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
});

const openOverview = (
  change: Partial<Overview> = {},
  language: 'zh' | 'en' = 'en',
  path = '/admin/overview',
) => renderApp({ path, as: 'admin', language, answers: { getOverview: { ...overview, ...change } } });
const cardOf = async (title: RegExp | string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title });
  return within(heading.closest<HTMLElement>('.pf-v6-c-card')!);
};

describe('the list of needs', () => {
  it.each([
    ['en', 'All is well. Nothing needs attention.'],
    ['zh', '一切正常，没有待处理事项。'],
  ] as const)('shows at /admin that all is well, in %s', async (language, text) => {
    await openOverview({ needs: [] }, language, '/admin');
    const news = await screen.findByText(text);
    expect(news.closest('.pf-v6-c-alert')).toHaveClass('pf-m-success');
  });

  it('shows each need with its severity, cause and duration', async () => {
    const since = new Date(Date.now() - 3 * HOUR_MS).toISOString();
    await openOverview({ needs: [{ ...need, since }] });
    const card = await cardOf('Needs attention 1');
    const row = card.getByRole('listitem');
    expect(row).toHaveTextContent('Critical');
    expect(row).toHaveTextContent('The node is lost. · for 3 hours');
  });

  it('names the operator who acknowledged a need', async () => {
    await openOverview({ needs: [{ ...need, acknowledgedBy: 'ada' }] }, 'zh');
    expect(await screen.findByText(/ada 处理中/)).toBeVisible();
  });

  it('shows five needs, and all on request', async () => {
    await openOverview();
    const card = await cardOf('Needs attention 6');
    expect(card.queryByRole('link', { name: /Platform issue/ })).toBeNull();
    await userEvent.click(card.getByRole('button', { name: 'Show all 6' }));
    expect(card.getByRole('link', { name: 'Platform issue: Background jobs' })).toHaveAttribute(
      'href',
      '/admin/platform',
    );
  });
});

describe('revenue', () => {
  it.each([
    ['en', '$87.50 (¥630.00)', /25% more than the week before/],
    ['zh', '¥630.00', /比前 7 天多 25%/],
  ] as const)('of a week is compared with the week before, in %s', async (language, week, text) => {
    await openOverview({}, language);
    const card = await cardOf(language === 'en' ? 'Revenue by day' : '每日收入');
    expect(card.getByText(text)).toBeVisible();
    expect(
      card.getByText(
        (_, element) => element?.className === 'gpulease-overview-sum' && element.textContent === week,
      ),
    ).toBeVisible();
  });

  it('is a table by day and mode, with the same day of the week before', async () => {
    await openOverview({}, 'zh');
    const card = await cardOf('每日收入');
    await userEvent.click(card.getByRole('button', { name: '以表格查看' }));
    const rows = within(card.getByRole('grid', { name: '每日收入' })).getAllByRole('row');
    expect(rows).toHaveLength(9);
    expect([...rows[0]!.children].map((cell) => cell.textContent)).toEqual([
      ...['日期', '按量付费', '包周期', '竞价', '金额', '上周同日'],
    ]);
    expect([...rows[2]!.children].slice(1).map((cell) => cell.textContent)).toEqual([
      ...['¥72.00', '¥126.00', '¥0.00', '¥198.00', '¥72.00'],
    ]);
  });
});

describe('free GPUs', () => {
  const gpu = overview.gpus[0]!;
  const cells = async () => {
    const table = within(await screen.findByRole('grid', { name: 'Free GPUs' }));
    return table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  };

  it('are a table of models by regions', async () => {
    await openOverview({
      gpus: [
        gpu,
        { ...gpu, region: 'west', allocated: 2, free: 6 },
        { ...gpu, region: 'west', model: 'H100', total: 16, allocated: 12, free: 1 },
      ],
    });
    expect(await cells()).toEqual([
      ['GPU', 'east', 'west'],
      ['A100', '0 / 8 free: A100, east', '6 / 8 free: A100, west'],
      ['H100', '–', '1 / 16 free: H100, west3 in maintenance or not ready'],
    ]);
  });

  it('are none if no region has GPUs', async () => {
    await openOverview({ gpus: [] });
    expect(await screen.findByText('No region has GPUs yet.')).toBeVisible();
  });
});

it('shows the GPUs in use before the revenue on a phone, where cards are stacked', async () => {
  await openOverview();
  await screen.findByRole('heading', { level: 2, name: 'GPUs over time' });
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles.filter((title) => /GPUs|Revenue|Needs/.test(title))).toEqual([
    expect.stringContaining('Needs attention'),
    'GPUs over time',
    'Revenue by day',
    expect.stringContaining('Free GPUs'),
  ]);
});

it('loads collapsed cards only once they are opened', async () => {
  const { api, router } = await renderApp({
    ...{ path: '/admin/overview', as: 'admin', language: 'en' },
    answers: { getConfig: { ...aConfig, measuresGpus: true }, getOverview: overview },
  });
  const more = await screen.findByRole('button', { name: /^More: queue/ });
  expect(screen.queryByRole('link', { name: 'poor' })).toBeNull();
  expect(api.of('getFleetRanking')).toEqual([]);
  await userEvent.click(more);
  expect(await screen.findByRole('link', { name: 'poor' })).toBeVisible();
  await waitFor(() => expect(api.of('getFleetRanking')).toHaveLength(1));
  expect(router.state.location.search).toBe('?more=true');
});

describe('the fleet', () => {
  const start = '2026-11-21T04:00:00.000Z';
  const line = (of: FleetSeries, ...values: (number | null)[]) => ({ of, values });
  const fleet: FleetMetrics = {
    ...{ available: true, start, stepSeconds: 3_600 },
    series: [
      line('TOTAL', 16, 16),
      line('SOLD', 9, 12),
      line('IN_USE', 8, 10),
      line('MEASURED', 8, 6),
      line('BUSY', 5, 4.25),
    ],
  };
  const open = (answer: FleetMetrics, search = '') => {
    const gpus = [...overview.gpus, { region: 'west', model: 'H100', total: 8, allocated: 0, free: 8 }];
    return renderApp({
      path: `/admin/overview${search}`,
      as: 'admin',
      language: 'en',
      answers: { getOverview: { ...overview, gpus }, getFleetMetrics: answer },
    });
  };
  const card = async () => {
    const heading = await screen.findByRole('heading', { level: 2, name: 'GPUs over time' });
    return heading.closest<HTMLElement>('.pf-v6-c-card')!;
  };

  it('is shown with the number of measured GPUs, and as a table', async () => {
    await open(fleet);
    const shown = within(await card());
    expect(await shown.findByText(/Load is known for 6 of the 10 GPUs in use/)).toBeVisible();
    await userEvent.click(shown.getByRole('button', { name: 'Show as a table' }));
    const rows = within(shown.getByRole('grid', { name: 'GPUs over time' })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].slice(1).map((cell) => cell.textContent))).toEqual([
      ['Total', 'Sold', 'In use', 'Busy'],
      ['16', '12', '10', '4.3'],
      ['16', '9', '8', '5'],
    ]);
  });

  it('is limited to the period, region and model in the URL, and updates the URL', async () => {
    const { api, router } = await open(fleet, '?range=24h&region=west&gpu=nothing');
    const region = await screen.findByRole('combobox', { name: 'Region' });
    await userEvent.selectOptions(region, 'east');
    await waitFor(() =>
      expect(api.of('getFleetMetrics').map(({ url }) => url.search)).toEqual([
        '?range=24h&region=west',
        '?range=24h&region=east',
      ]),
    );
    expect(router.state.location.search).toBe('?range=24h&region=east&gpu=nothing');
  });

  it.each<[string, FleetMetrics, RegExp]>([
    [
      'metrics.url',
      { available: false, reason: 'NOT_CONFIGURED' },
      /Set metrics\.url to the address of Prometheus/,
    ],
    ['patience', { available: false, reason: 'UNREACHABLE' }, /retries automatically/],
    ['scrapes of the operator', { ...fleet, series: [line('TOTAL', null)] }, /monitoring\.podMonitor/],
    [
      'exporters',
      { ...fleet, series: [line('TOTAL', 16), line('IN_USE', 8), line('MEASURED', 0)] },
      /0 of the 8 GPUs in use\. Install the DCGM exporter/,
    ],
  ])('explains that it needs %s', async (_, answer, text) => {
    await open(answer);
    expect(await within(await card()).findByText(text)).toBeVisible();
  });
});

describe('the machines that use their GPUs least', () => {
  const cost = { ...aWorkload.cost, perHour: '17.366667', thisRun: '80.00' };
  const resources = { ...aWorkload.resources, gpuModel: 'A100', gpuNumber: 2 };
  const machine = (name: string, change: Partial<RankedMachine> = {}): RankedMachine => ({
    workload: { ...aWorkload, uid: name, name, region: 'east', resources, cost },
    ...{ gpuUse: 1.2, idle: { seconds: 3 * 3_600, isLonger: false } },
    ...change,
  });
  const forgotten = machine('forgotten');
  const paid = machine('paid', { idle: { seconds: 86_400, isLonger: true } });
  const ranking: FleetRanking = {
    available: true,
    machines: [
      forgotten,
      { ...paid, workload: { ...paid.workload, pricing: { ...aWorkload.pricing, mode: 'RESERVED' } } },
      machine('working', { gpuUse: 64, idle: null }),
    ],
  };
  const getFleetIdle: FleetIdle = { available: true, machines: 37, counted: 37, spent: '52.10' };
  const open = (getFleetRanking: FleetRanking, language: 'zh' | 'en' = 'en', measuresGpus = true) =>
    renderApp({
      ...{ path: '/admin/overview?region=east&more=true', as: 'admin', language },
      answers: {
        getConfig: { ...aConfig, measuresGpus },
        getOverview: overview,
        getFleetRanking,
        getFleetIdle,
      },
    });

  const inEnglish = {
    title: 'GPU use by instance',
    ...{ idle: '3 hours', spent: '$7.24 (¥52.10)', longer: 'more than 1 day', term: 'Term paid' },
    all: 'Idle now: 37 instances. Idle cost so far: at least $7.24 (¥52.10).',
  };
  const inChinese = {
    title: '实例 GPU 利用率排名',
    ...{ idle: '3 小时', spent: '¥52.10', longer: '超过 1 天', term: '周期已付费' },
    all: '当前闲置实例 37 个。 闲置期间至少花费了 ¥52.10。',
  };

  it.each([
    ['en', inEnglish],
    ['zh', inChinese],
  ] as const)('are listed with their cost while idle, in %s', async (language, said) => {
    await open(ranking, language);
    const table = within(await screen.findByRole('grid', { name: said.title }));
    const rows = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows.slice(1)).toEqual([
      ['forgotten', 'demo', 'east', '2 × A100', '1%', said.idle, said.spent],
      ['paid', 'demo', 'east', '2 × A100', '1%', said.longer, said.term],
      ['working', 'demo', 'east', '2 × A100', '64%', '–', '–'],
    ]);
    expect(await screen.findByText(said.all)).toBeVisible();
    const hrefOf = (link: HTMLElement) => link.getAttribute('href');
    expect(hrefOf(table.getByRole('link', { name: 'forgotten' }))).toBe('/admin/workloads/demo/forgotten');
    expect(table.getAllByRole('link', { name: 'demo' }).map(hrefOf)[0]).toBe('/admin/users/edit/demo');
  });

  it('are limited to the region in the URL, and can be replaced by the most used', async () => {
    const { api } = await open(ranking);
    expect(await screen.findByRole('heading', { name: 'GPU use by instance · east' })).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Most used' }));
    await waitFor(() =>
      expect(api.of('getFleetRanking').map(({ url }) => url.search)).toEqual([
        '?rank=LEAST_USED&region=east',
        '?rank=MOST_USED&region=east',
      ]),
    );
  });

  it('state how many idle machines the cost covers, if there are many', async () => {
    const idle: FleetIdle = { available: true, machines: 1_200, counted: 200, spent: '52.10' };
    const answers = { getConfig: { ...aConfig, measuresGpus: true }, getOverview: overview };
    const path = '/admin/overview?more=true';
    await renderApp({
      ...{ path, as: 'admin', language: 'en' },
      answers: { ...answers, getFleetRanking: ranking, getFleetIdle: idle },
    });
    const said = /^Idle now: 1,?200 instances\. Idle cost of the 200 with the most GPUs: at least .*¥52\.10/;
    expect(await screen.findByText(said)).toBeVisible();
  });

  it.each<[string, FleetRanking, RegExp]>([
    [
      'no machine reports',
      { available: true, machines: [] },
      /No running instance.*Install the DCGM exporter/,
    ],
    ['the source fails', { available: false, reason: 'UNREACHABLE' }, /retries automatically/],
  ])('are replaced by an explanation if %s', async (_, answer, text) => {
    await open(answer);
    const heading = await screen.findByRole('heading', { name: /GPU use by instance/ });
    const card = heading.closest<HTMLElement>('.pf-v6-c-card')!;
    expect(await within(card).findByText(text)).toBeVisible();
  });

  it('are not requested if nothing can be measured', async () => {
    const { api } = await open(ranking, 'en', false);
    expect(await screen.findByRole('link', { name: 'poor' })).toBeVisible();
    expect(screen.queryByText(/GPU use by instance/)).toBeNull();
    expect(api.of('getFleetRanking')).toEqual([]);
  });
});

it('links each card to the same items in the full list', async () => {
  await renderApp({
    path: '/admin/overview?more=true',
    as: 'admin',
    language: 'en',
    answers: { getOverview: overview },
  });
  const all = await screen.findAllByRole('link', { name: 'View all' });
  expect(all.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/workloads?waiting=true&sort=createdAt',
    '/admin/workloads?status=FAILED',
    '/admin/users?funds=LOW',
    '/admin/skus?soldOut=true',
    '/admin/workloads',
  ]);
  expect(screen.getByRole('link', { name: '1 × No capacity' })).toHaveAttribute(
    'href',
    '/admin/workloads?waiting=true&reason=NoCapacity',
  );
});

it.each([
  ['zh', 'east · 已等待 3 小时'],
  ['en', 'east · waiting for 3 hours'],
] as const)('shows how long a machine has waited, in %s', async (language, text) => {
  const since = new Date(Date.now() - 3 * HOUR_MS).toISOString();
  const queue = { ...overview.queue, items: [{ ...notice, since }] };
  await renderApp({
    path: '/admin/overview?more=true',
    as: 'admin',
    language,
    answers: { getOverview: { ...overview, queue } },
  });
  expect(await screen.findByText(text)).toBeVisible();
});

it('summarizes common reasons for waiting, in Chinese, too', async () => {
  await renderApp({
    path: '/admin/overview?more=true',
    as: 'admin',
    language: 'zh',
    answers: {
      getOverview: {
        ...overview,
        queue: { ...overview.queue, reasons: [{ reason: 'SKUNotOffered', count: 2 }] },
      },
    },
  });
  expect(await screen.findByRole('link', { name: '2 × 规格未提供' })).toBeVisible();
});

it.each([
  ['zh', /KubeVirt 未允许使用该设备。/],
  ['en', /Add it to permittedHostDevices\./],
] as const)('shows why an object on offer is not ready, in %s', async (language, reason) => {
  await openOverview({}, language);
  const row = (await screen.findByRole('link', { name: /b200/ })).closest<HTMLElement>('li')!;
  expect(within(row).getByText(reason)).toBeVisible();
});
