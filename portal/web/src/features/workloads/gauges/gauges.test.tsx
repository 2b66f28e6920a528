import { beforeEach, describe, expect, it } from '@jest/globals';
import type { WorkloadGauge, WorkloadGauges } from '@gpulease/contract/workload-gauges';
import type { Workload } from '@gpulease/contract/workloads';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf, type Answers } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aConfig, aWorkload } from '../../../testing/samples.ts';

const machine = (name: string, change: Partial<Workload> = {}): Workload => ({
  ...aWorkload,
  uid: `uid-of-${name}`,
  name,
  ...change,
});
const gauge = (name: string, change: Partial<WorkloadGauge> = {}): WorkloadGauge => ({
  ...{ uid: `uid-of-${name}`, gpuUse: 77.6, gpuMemory: 50, idle: null },
  ...change,
});
const measured = (...items: WorkloadGauge[]): WorkloadGauges => ({ available: true, items });
const endsWith = (end: string) => (text: string) => text.endsWith(end);
const threeHours = { seconds: 3 * 3_600, isLonger: false };
const pricey = { ...aWorkload.cost, perHour: '17.366667', thisRun: '80.00' };

beforeEach(() => localStorage.clear());

interface Scene {
  readonly as?: 'user' | 'admin';
  readonly language?: 'zh' | 'en';
  readonly gauges: WorkloadGauges;
  readonly answers?: Answers;
}

function open(path: string, { as = 'user', language = 'en', gauges, answers }: Scene) {
  return renderApp({
    ...{ path, as, language },
    answers: {
      getConfig: { ...aConfig, measuresGpus: true },
      ...{ getWorkloadGauges: gauges, getAnyWorkloadGauges: gauges },
      ...answers,
    },
  });
}

describe('the list', () => {
  const fleet = pageOf([
    machine('busy'),
    machine('idle'),
    machine('unmeasured'),
    machine('stopped', { status: 'STOPPED' }),
    machine('plain', { resources: { ...aWorkload.resources, gpuModel: null, gpuNumber: 0 } }),
  ]);
  const answers = { listWorkloads: fleet, listAllWorkloads: fleet };
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')!;

  it.each([
    ['user', '/workloads', 'getWorkloadGauges'],
    ['admin', '/admin/workloads', 'getAnyWorkloadGauges'],
  ] as const)('has gauges of running machines, for a %s', async (as, path, operation) => {
    const gauges = measured(gauge('busy'), gauge('idle', { gpuUse: 0, gpuMemory: null, idle: threeHours }));
    const { api } = await open(path, { as, gauges, answers });
    const use = await within(await rowOf('busy')).findByRole('meter', { name: 'GPU use' });
    expect(use).toHaveTextContent('78%');
    expect(use).toHaveAttribute('aria-valuenow', '78');
    const memory = within(await rowOf('busy')).getByRole('meter', { name: 'GPU memory' });
    expect(memory).toHaveTextContent('50%');
    expect(await rowOf('idle')).toHaveTextContent(/Running · idle for 3h/);
    expect(screen.getAllByRole('meter', { name: 'GPU use' })).toHaveLength(2);
    expect(screen.getAllByRole('meter', { name: 'GPU memory' })).toHaveLength(1);
    expect(api.of(operation).map(({ url }) => url.searchParams.get('uids'))).toEqual([
      'uid-of-busy,uid-of-idle,uid-of-unmeasured',
    ]);
  });

  it('does not wait for gauges', async () => {
    await open('/workloads', {
      gauges: measured(),
      answers: { ...answers, getWorkloadGauges: () => new Promise(() => undefined) },
    });
    expect(await screen.findByRole('link', { name: 'busy' })).toBeVisible();
    expect(await screen.findByRole('columnheader', { name: 'GPU use' })).toBeVisible();
    expect(screen.queryByRole('meter')).toBeNull();
  });

  const columnsShown = () =>
    screen
      .queryAllByRole('columnheader')
      .flatMap(({ textContent }) => (['', 'Actions'].includes(textContent) ? [] : textContent))
      .join(', ');

  it.each([
    ['user', '/workloads', ['busy']],
    ['admin', '/admin/workloads', ['busy']],
    ['user', '/workloads', []],
    ['admin', '/admin/workloads', []],
  ] as const)(
    'keeps its columns while it loads, for a %s at %s with these machines measured: %j',
    async (as, path, names) => {
      const seen = new Set<string>();
      const watch = new MutationObserver(() => seen.add(columnsShown()));
      watch.observe(document.body, { childList: true, subtree: true });
      const gauges = measured(...names.map((name) => gauge(name)));
      const { api, client } = await open(path, { as, gauges, answers });
      await screen.findByRole('link', { name: 'busy' });
      const operation = as === 'user' ? 'getWorkloadGauges' : 'getAnyWorkloadGauges';
      await waitFor(() => expect(api.of(operation)).toHaveLength(1));
      await waitFor(() => expect(client.isFetching()).toBe(0));
      await waitFor(() =>
        expect(screen.queryAllByRole('meter', { name: 'GPU use' })).toHaveLength(names.length),
      );
      watch.disconnect();
      expect([...seen].filter(Boolean)).toEqual([expect.stringContaining('GPU use, GPU memory')]);
    },
  );

  it('does not request gauges if the platform measures nothing', async () => {
    const { api } = await open('/workloads', {
      gauges: measured(),
      answers: { ...answers, getConfig: aConfig },
    });
    await screen.findByRole('link', { name: 'busy' });
    expect(screen.queryByRole('columnheader', { name: 'GPU use' })).toBeNull();
    expect(api.of('getWorkloadGauges')).toEqual([]);
  });
});

describe('the list sorted by gauges', () => {
  const use = { name: 'GPU use' };
  type List = 'listWorkloads' | 'listAllWorkloads';
  const sortsOf = (api: Awaited<ReturnType<typeof open>>['api'], list: List) =>
    api.of(list).map(({ url }) => url.searchParams.get('sort'));

  it.each([
    ['user', '/workloads', 'listWorkloads'],
    ['admin', '/admin/workloads', 'listAllWorkloads'],
  ] as const)('is sorted by the server, across all pages, for a %s', async (as, path, list) => {
    const answers = { [list]: pageOf([machine('busy')]) };
    const { api, router } = await open(path, { as, gauges: measured(gauge('busy')), answers });
    await userEvent.click(await screen.findByRole('button', use));
    await waitFor(() => expect(sortsOf(api, list)).toEqual([null, 'gpuUse']));
    expect(router.state.location.search).toBe('?sort=gpuUse');
  });

  it('keeps its order on a page without gauges', async () => {
    const answers = { listWorkloads: pageOf([machine('stopped', { status: 'STOPPED' })]) };
    const { api } = await open('/workloads?sort=-gpuMemory', { gauges: measured(), answers });
    expect(await screen.findByRole('columnheader', { name: 'GPU memory' })).toBeVisible();
    expect(sortsOf(api, 'listWorkloads')).toEqual(['-gpuMemory']);
  });
});

describe('an idle machine in the list', () => {
  const idleFor = (
    idle: WorkloadGauge['idle'],
    change: Partial<Workload> = {},
    language: 'zh' | 'en' = 'en',
  ) => {
    const workload = machine('box', { cost: pricey, ...change });
    const answers = { listWorkloads: pageOf([workload]), stopWorkload: workload };
    const gauges = measured(gauge('box', { gpuUse: 0, idle }));
    return open('/workloads', { language, gauges, answers });
  };

  it.each([
    ['en', threeHours, 'Idle cost: $7.24 (¥52.10)', 'Stop'],
    ['zh', threeHours, '期间花费 ¥52.10', '停止'],
    ['zh', { seconds: 86_520, isLonger: true }, '期间至少花费 ¥80.00', '停止'],
  ] as const)(
    'shows in %s its cost while idle, and is stopped from there: %j',
    async (...[language, idle, text, stop]) => {
      const { api } = await idleFor(idle, {}, language);
      const sentence = await screen.findByText((shown) => shown.startsWith(text));
      await userEvent.click(within(sentence).getByRole('button', { name: /box/ }));
      const dialog = await screen.findByRole('dialog');
      expect(api.of('stopWorkload')).toEqual([]);
      await userEvent.click(within(dialog).getByRole('button', { name: stop }));
      await waitFor(() => expect(api.of('stopWorkload')).toHaveLength(1));
    },
  );

  it('has no cost if its term is prepaid', async () => {
    await idleFor(threeHours, { pricing: { ...aWorkload.pricing, mode: 'RESERVED' } });
    expect(await screen.findByText(/idle for 3h/)).toBeVisible();
    expect(screen.queryByText(/Idle cost/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Stop idle/ })).toBeNull();
  });
});

describe('an idle machine', () => {
  const page = (change: Partial<Workload>, idle: WorkloadGauge['idle'], language: 'zh' | 'en' = 'en') => {
    const workload = machine('box', { cost: pricey, ...change });
    const answers = {
      ...{ getWorkload: workload, listWorkloads: pageOf([workload]), stopWorkload: workload },
      getWorkloadMetrics: { available: false, reason: 'UNREACHABLE' },
    } as const;
    return open('/workloads/box', { language, gauges: measured(gauge('box', { gpuUse: 0, idle })), answers });
  };

  it.each([
    ['en', threeHours, 'Idle for 3 hours, costing $7.24 (¥52.10)', 'Stop'],
    ['zh', threeHours, '已闲置 3 小时，期间花费 ¥52.10', '停止'],
    [
      'en',
      { seconds: 86_520, isLonger: true },
      'Idle for more than 1 day, costing at least $11.11 (¥80.00)',
      'Stop',
    ],
    ['zh', { seconds: 86_520, isLonger: true }, '已闲置超过 1 天，期间至少花费 ¥80.00', '停止'],
  ] as const)(
    'has an alert on its page, in %s, and is stopped from there: %j',
    async (language, idle, sentence, stop) => {
      const { api } = await page({}, idle, language);
      const heading = await screen.findByRole('heading', { level: 2, name: endsWith(sentence) });
      const alert = within(heading.closest<HTMLElement>('.pf-v6-c-alert')!);
      await userEvent.click(alert.getByRole('button', { name: stop }));
      const dialog = await screen.findByRole('dialog');
      expect(api.of('stopWorkload')).toEqual([]);
      await userEvent.click(within(dialog).getByRole('button', { name: stop }));
      await waitFor(() => expect(api.of('stopWorkload')).toHaveLength(1));
    },
  );

  it('spends nothing if its term is prepaid', async () => {
    await page({ pricing: { ...aWorkload.pricing, mode: 'RESERVED' } }, threeHours);
    const heading = await screen.findByRole('heading', { level: 2, name: endsWith('Idle for 3 hours') });
    const alert = heading.closest<HTMLElement>('.pf-v6-c-alert')!;
    expect(alert).toHaveTextContent(/The term is paid, so stopping saves nothing\./);
    expect(within(alert).queryByRole('button', { name: 'Stop' })).toBeNull();
  });

  it('has no alert while it is busy', async () => {
    const { api } = await page({}, null);
    await waitFor(() => expect(api.of('getWorkloadGauges')).toHaveLength(1));
    await screen.findByRole('textbox', { name: 'SSH command' });
    expect(screen.queryByText(/Idle for/)).toBeNull();
  });
});
