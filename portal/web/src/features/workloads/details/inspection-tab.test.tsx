import { expect, it } from '@jest/globals';
import type { WorkloadInspection } from '@gpulease/contract/operated-workloads';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { latinWords } from '../../../testing/latin.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aWorkload } from '../../../testing/samples.ts';

const since = '2026-11-22T08:00:00Z';
const inspection: WorkloadInspection = {
  conditions: [
    { type: 'Funded', status: 'True', reason: 'OrderAccepted', message: 'The order is accepted.', since },
    { type: 'Running', status: 'False', reason: 'Starting', message: 'The machine starts.', since },
  ],
  placement: { node: 'n1', since, until: null, diskNode: null },
  virtualMachine: { name: 'box-1a2b3c4d', status: 'Starting', runStrategy: 'RerunOnFailure', conditions: [] },
  instance: {
    phase: 'Scheduled',
    node: 'worker-1',
    createdAt: since,
    gpus: [{ name: 'gpu-0', deviceName: 'nvidia.com/A100' }],
    conditions: [
      { type: 'Ready', status: 'False', reason: 'GuestNotRunning', message: 'Guest is off', since },
    ],
  },
  launchers: [{ name: 'virt-launcher-box', phase: 'Pending', node: 'worker-1', message: 'ImagePullBackOff' }],
  yaml: 'apiVersion: gpulease.dev/v1alpha1\nkind: Workload\n',
};
const open = (tab: string, language: 'zh' | 'en') =>
  renderApp({
    path: `/admin/workloads/alice/box?tab=${tab}`,
    as: 'admin',
    language,
    answers: { getAnyWorkload: aWorkload, getWorkloadInspection: inspection },
  });

it('shows operators the node of a machine, and its conditions from the operator and KubeVirt', async () => {
  await open('inspection', 'en');
  expect(await screen.findByRole('link', { name: 'n1' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/admin\/nodes\/.+\/n1$/),
  );
  for (const text of ['gpu-0: nvidia.com/A100', 'RerunOnFailure', 'Guest is off', 'The machine starts.'])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByText(/virt-launcher-box · Pending · ImagePullBackOff/)).toBeVisible();
});

it("translates the conditions into Chinese, and keeps the cluster's own values", async () => {
  await open('inspection', 'zh');
  await screen.findByText('实例正在启动。');
  expect(latinWords(screen.getByRole('tabpanel'))).toEqual([]);
});

it('names in Chinese what the machine waits for', async () => {
  const cause = {
    reason: 'ReferenceMissing',
    message: 'There is no region east; the machine starts when there is one.',
  };
  await renderApp({
    path: '/admin/workloads/alice/box?tab=inspection',
    as: 'admin',
    language: 'zh',
    answers: {
      getAnyWorkload: { ...aWorkload, ...cause, parameters: { kind: 'region', name: 'east' } },
      getWorkloadInspection: {
        ...inspection,
        conditions: [{ type: 'Ready', status: 'False', ...cause, since }],
      },
    },
  });
  const table = await screen.findByRole('grid', { name: '运行状况' });
  expect(within(table).getByText('地域 east 不存在，创建后实例自动启动。')).toBeVisible();
});

it.each([
  ['Stalled', 'False', false],
  ['LiveMigratable', 'False', false],
  ['Stalled', 'True', true],
  ['Ready', 'False', true],
] as const)('marks %s %s as a warning only if it is a problem', async (type, status, isMarked) => {
  const condition = { type, status, reason: 'Something', message: 'Said.', since };
  await renderApp({
    path: '/admin/workloads/alice/box?tab=inspection',
    as: 'admin',
    language: 'en',
    answers: {
      getAnyWorkload: aWorkload,
      getWorkloadInspection: { ...inspection, conditions: [condition], instance: null, virtualMachine: null },
    },
  });
  const row = (await screen.findByText('Said.')).closest('tr');
  expect(row?.querySelector('.pf-m-warning') !== null).toBe(isMarked);
  expect(row?.querySelector('.pf-m-success')).toBeNull();
});

it('shows the custom resource for copying', async () => {
  const copied: string[] = [];
  await open('yaml', 'en');
  await screen.findByText(/kind: Workload/);
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  });
  await userEvent.click(screen.getByRole('button', { name: /YAML/ }));
  await waitFor(() => expect(copied).toEqual([inspection.yaml]));
});

it('reports that the browser does not allow copying', async () => {
  await open('yaml', 'en');
  await screen.findByText(/kind: Workload/);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  await userEvent.click(screen.getByRole('button', { name: /YAML/ }));
  expect(await screen.findByText(/Not copied/)).toHaveAttribute('role', 'status');
});
