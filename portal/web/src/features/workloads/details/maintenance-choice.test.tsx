import { errorReasons } from '@gpulease/contract/errors';
import type { MoveRefusal } from '@gpulease/contract/enums';
import type { Workload } from '@gpulease/contract/workloads';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { en } from '../../../i18n/locales/en/index.ts';
import { zh } from '../../../i18n/locales/zh/index.ts';
import type { FakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aWorkload } from '../../../testing/samples.ts';

const texts = { en, zh };
const plannedMaintenance = {
  startTime: '2999-11-28T10:00:00.000Z',
  endTime: '2999-11-28T12:00:00.000Z',
  reason: 'New power supply',
  startsAfterwards: true,
};
const allowedActions: Workload['allowedActions'] = ['stop', 'restart', 'move', 'destroy'];
const running = { ...aWorkload, reason: 'Running', message: 'The machine is running.' };

async function open(
  workload: Workload,
  language: 'zh' | 'en' = 'en',
  refusal: MoveRefusal | null = null,
): Promise<FakeApi> {
  const { api } = await renderApp({
    path: `/workloads/${workload.name}`,
    language,
    answers: {
      getWorkload: workload,
      getWorkloadMove: { refusal },
      moveWorkload: workload,
      stopWorkload: { ...workload, status: 'STOPPING' },
    },
  });
  return api;
}

it.each<[string, Partial<Workload>, RegExp, RegExp]>([
  [
    'starts afterwards',
    { plannedMaintenance },
    /starts again automatically when maintenance ends/,
    /move it to another node now/,
  ],
  [
    'stays off',
    { plannedMaintenance: { ...plannedMaintenance, startsAfterwards: false } },
    /stays off until it’s started/,
    /move it to another node now/,
  ],
  [
    'starts elsewhere',
    { plannedMaintenance, resume: 'AUTOMATIC' },
    /automatically on another node/,
    /move it to another node now/,
  ],
  [
    'cannot run elsewhere',
    { plannedMaintenance, diskOnNode: true },
    /starts again automatically when maintenance ends/,
    /Its disk is on this node/,
  ],
])(
  'shows that a machine in planned maintenance %s, and what its owner can do',
  async (_, changes, then, choice) => {
    await open({ ...running, allowedActions, ...changes });
    expect(await screen.findByText(then)).toBeVisible();
    expect(screen.getByText(choice)).toBeVisible();
  },
);

describe.each(['en', 'zh'] as const)('moving before the maintenance, in %s', (language) => {
  const { now, consequence } = texts[language].workload.move;
  const button = () => screen.findByRole('button', { name: now });

  it('happens once, after a confirmation', async () => {
    const api = await open({ ...running, plannedMaintenance, allowedActions }, language);
    await waitFor(async () => expect(await button()).toBeEnabled());
    await userEvent.click(await button());
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(consequence);
    expect(api.of('moveWorkload')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: now }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.of('moveWorkload')).toHaveLength(1);
  });

  it.each(['NO_ROOM_ELSEWHERE', 'NODE_CHOSEN'] as const)(
    'is disabled with the reason if it is impossible: %s',
    async (refusal) => {
      await open({ ...running, plannedMaintenance, allowedActions }, language, refusal);
      expect(await screen.findByText(errorReasons[refusal][language])).toBeVisible();
      expect(await button()).toBeDisabled();
    },
  );
});

it('offers no move to a machine whose disk is on its node', async () => {
  const api = await open({ ...running, plannedMaintenance, diskOnNode: true, allowedActions });
  await screen.findByText(/Its disk is on this node/);
  expect(screen.queryByRole('button', { name: 'Move it now' })).toBeNull();
  expect(api.of('getWorkloadMove')).toEqual([]);
});

it('stops the machine before the maintenance, after a confirmation', async () => {
  const api = await open({ ...running, plannedMaintenance });
  await userEvent.click(await screen.findByRole('button', { name: 'Stop it now' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(api.of('stopWorkload')).toHaveLength(1));
});

it('shows when a machine that planned maintenance stopped starts again, and keeps it off on request', async () => {
  const api = await open({
    ...aWorkload,
    ...{ status: 'STOPPED', reason: 'Maintenance', message: 'The machine was stopped for maintenance.' },
    ...{ node: null, autoStartAt: '2999-11-28T12:00:00.000Z', allowedActions: ['stop', 'start', 'destroy'] },
  });
  expect(await screen.findByText(/maintenance ends, expected on Nov 28, 2999/)).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: 'Keep it off' })[0]!);
  const dialog = await screen.findByRole('dialog', { name: /Keep .* off after the maintenance/ });
  expect(dialog).toHaveTextContent('It doesn’t start when the maintenance is over.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Keep it off' }));
  await waitFor(() => expect(api.of('stopWorkload')).toHaveLength(1));
});

it('does not offer to keep off a machine that its owner has stopped', async () => {
  await open(
    {
      ...aWorkload,
      ...{ status: 'STOPPED', reason: 'StopRequested', message: 'Stopped.' },
      allowedActions: ['start', 'destroy'],
    },
    'zh',
  );
  await screen.findByRole('button', { name: '启动' });
  expect(screen.queryByRole('button', { name: '保持停止' })).toBeNull();
  expect(screen.queryByText(/自动启动。$/)).toBeNull();
});
