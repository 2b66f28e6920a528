import type { UserQuotas } from '@gpulease/contract/quotas';
import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, type Answers } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser } from '../../testing/samples.ts';

const quotas: UserQuotas = {
  etag: '3',
  managedBy: null,
  items: [
    { of: 'workloads', used: 2, limit: 5, platformDefault: 5 },
    { of: 'gpus', used: 3, limit: 4, platformDefault: null },
    { of: 'storage', used: 600, limit: 2048, platformDefault: 20_480 },
    { of: 'ports', used: 0, limit: 32, platformDefault: 32 },
    { of: 'startsPerHour', used: 4, limit: 60, platformDefault: 30 },
  ],
};

const open = (answers: Answers = {}) =>
  renderApp({
    path: '/admin/users/edit/demo',
    as: 'admin',
    language: 'en',
    answers: { getUser: aUser, getUserQuotas: quotas, ...answers },
  });

const gpus = () => screen.findByLabelText('GPUs');

it('shows each quota with its usage and default, and saves them at the displayed version', async () => {
  const { api } = await open({ updateUserQuotas: { ...quotas, etag: '4' } });
  expect(await gpus()).toHaveValue(4);
  expect(screen.getByText('2 used. This is the platform default. Empty means no limit.')).toBeVisible();
  expect(screen.getByText('3 used. The platform default is no limit. Empty means no limit.')).toBeVisible();
  expect(
    screen.getByText('600 GiB used. The platform default is 20 TiB. Empty means no limit.'),
  ).toBeVisible();
  expect(
    screen.getByText('4 used. The platform default is 30. Empty means the platform default.'),
  ).toBeVisible();
  await userEvent.clear(await gpus());
  await userEvent.clear(screen.getByLabelText('Instances'));
  await userEvent.type(screen.getByLabelText('Instances'), '7');
  await userEvent.click(screen.getByRole('button', { name: 'Save quotas' }));
  expect(await screen.findByText('demo’s quotas have been saved.')).toBeVisible();
  const [asked] = api.of('updateUserQuotas');
  expect(asked?.body).toEqual({ workloads: 7, gpus: null, storage: 2048, ports: 32, startsPerHour: 60 });
  expect(asked?.headers).toMatchObject({ 'if-match': '"3"' });
});

it('keeps the input if another operator saved first, and shows the other changes', async () => {
  let now = quotas;
  const { api } = await open({
    getUserQuotas: () => now,
    updateUserQuotas: ({ headers }) => {
      if (headers['if-match'] === '"4"') return { ...now, etag: '5' };
      now = {
        ...quotas,
        etag: '4',
        items: quotas.items.map((quota) => (quota.of === 'storage' ? { ...quota, limit: 4096 } : quota)),
      };
      throw new ApiRefusal(412, { code: 'REQUEST_FAILED', requestId: 'r', details: { reason: 'STALE' } });
    },
  });
  await userEvent.clear(await gpus());
  await userEvent.type(await gpus(), '8');
  await userEvent.click(screen.getByRole('button', { name: 'Save quotas' }));
  expect(await screen.findByText('Someone else changed the quotas')).toBeVisible();
  expect(await gpus()).toHaveValue(8);
  expect(screen.getByLabelText('Disk space')).toHaveValue(4096);
  await userEvent.click(screen.getByRole('button', { name: 'Save quotas' }));
  await waitFor(() => expect(api.of('updateUserQuotas')[1]?.body).toMatchObject({ gpus: 8, storage: 4096 }));
});

it("shows another operator's changes immediately, and keeps the input", async () => {
  let now = quotas;
  const { client } = await open({ getUserQuotas: () => now });
  await userEvent.clear(await gpus());
  await userEvent.type(await gpus(), '8');
  const items = quotas.items.map((quota) => (quota.of === 'storage' ? { ...quota, limit: 4096 } : quota));
  now = { ...quotas, etag: '4', items };
  await act(() => client.invalidateQueries({ queryKey: ['getUserQuotas'] }));
  expect(await screen.findByText('Someone else changed the quotas')).toBeVisible();
  expect(screen.getByLabelText('Disk space')).toHaveValue(4096);
  expect(await gpus()).toHaveValue(8);
});

it("does not mistake its own save for another operator's change", async () => {
  let now = quotas;
  await open({
    getUserQuotas: () => now,
    updateUserQuotas: () => {
      const items = quotas.items.map((quota) => (quota.of === 'gpus' ? { ...quota, limit: 8 } : quota));
      now = { ...quotas, etag: '4', items };
      return now;
    },
  });
  await userEvent.clear(await gpus());
  await userEvent.type(await gpus(), '8');
  await userEvent.click(screen.getByRole('button', { name: 'Save quotas' }));
  expect(await screen.findByText('demo’s quotas have been saved.')).toBeVisible();
  expect(await screen.findByText(/^3 used. The platform default is no limit/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Instances'), '0');
  expect(screen.getByLabelText('Instances')).toHaveValue(50);
  expect(screen.queryByText('Someone else changed the quotas')).toBeNull();
});

it('names the tool that manages them from Git, and offers no change', async () => {
  await open({ getUserQuotas: { ...quotas, managedBy: { tool: 'FLUX', name: 'customers' } } });
  expect(await screen.findByText('Managed by Flux (customers)')).toBeVisible();
  expect(screen.getByText('GPUs used / quota 3 / 4')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save quotas' })).toBeNull();
});

it('shows an invalid value at its field', async () => {
  await open();
  await userEvent.clear(await gpus());
  await userEvent.type(await gpus(), '1.5');
  await userEvent.click(screen.getByRole('button', { name: 'Save quotas' }));
  expect(await gpus()).toHaveAttribute('aria-invalid', 'true');
});
