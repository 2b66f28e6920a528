import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type ReceivedRequest } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, aWorkload } from '../../testing/samples.ts';

const users = ['alice', 'bob'].map((username) => ({ ...aUser, username }));
const found = ({ url }: ReceivedRequest) =>
  pageOf(users.filter(({ username }) => username.includes(url.searchParams.get('search') ?? '')));

it('suggests names while typing and filters by the chosen one', async () => {
  const { api, router } = await renderApp({
    path: '/admin/workloads',
    as: 'admin',
    language: 'en',
    answers: { listAllWorkloads: pageOf([aWorkload]), listUsers: found },
  });
  await userEvent.type(await screen.findByRole('combobox', { name: 'User' }), 'bo');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'alice' })).toBeNull());
  await userEvent.click(await screen.findByRole('option', { name: 'bob' }));
  await waitFor(() => expect(router.state.location.search).toBe('?user=bob'));
  await waitFor(() => expect(api.of('listAllWorkloads').at(-1)?.url.searchParams.get('user')).toBe('bob'));
});

it('requests suggestions when typing pauses, not for every letter', async () => {
  const { api } = await renderApp({
    path: '/admin/workloads',
    as: 'admin',
    language: 'en',
    answers: { listAllWorkloads: pageOf([aWorkload]), listUsers: found },
  });
  await userEvent.type(await screen.findByRole('combobox', { name: 'User' }), 'alice');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'bob' })).toBeNull());
  const searched = api.of('listUsers').map(({ url }) => url.searchParams.get('search'));
  expect(searched).toEqual([null, 'alice']);
});

it('supports the arrow keys and announces the current suggestion', async () => {
  const { router } = await renderApp({
    path: '/admin/workloads',
    as: 'admin',
    language: 'en',
    answers: { listAllWorkloads: pageOf([aWorkload]), listUsers: found },
  });
  const box = await screen.findByRole('combobox', { name: 'User' });
  await userEvent.click(box);
  const bob = await screen.findByRole('option', { name: 'bob' });
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(box).toHaveAttribute('aria-activedescendant', bob.closest('[id]')!.id);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?user=bob'));
});

it('does not choose an outdated suggestion on Enter', async () => {
  let answer: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (answer = resolve));
  const { router } = await renderApp({
    path: '/admin/workloads',
    as: 'admin',
    language: 'en',
    answers: {
      listAllWorkloads: pageOf([aWorkload]),
      listUsers: async (asked) => {
        if (asked.url.searchParams.has('search')) await slow;
        return found(asked);
      },
    },
  });
  const box = await screen.findByRole('combobox', { name: 'User' });
  await userEvent.click(box);
  await screen.findByRole('option', { name: 'alice' });
  await userEvent.type(box, 'bob{Enter}');
  expect(router.state.location.search).toBe('');
  answer();
  await waitFor(() => expect(screen.queryByRole('option', { name: 'alice' })).toBeNull());
  await userEvent.type(box, '{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?user=bob'));
});

it('shows why suggestions failed to load, and retries', async () => {
  let isDown = true;
  await renderApp({
    path: '/admin/workloads',
    as: 'admin',
    language: 'en',
    answers: {
      listAllWorkloads: pageOf([aWorkload]),
      listUsers: (asked) => {
        if (isDown) throw new ApiRefusal(500, { code: 'INTERNAL', requestId: 'r' });
        return found(asked);
      },
    },
  });
  await userEvent.click(await screen.findByRole('combobox', { name: 'User' }));
  expect(await screen.findByText(/The choices couldn’t be loaded. Internal server error/)).toBeVisible();
  expect(screen.queryByText('No matches')).toBeNull();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('option', { name: 'alice' })).toBeVisible();
});
