import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf, type Asked } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, aWorkload } from '../../testing/samples.ts';

const users = ['alice', 'bob'].map((username) => ({ ...aUser, username }));
const found = ({ url }: Asked) =>
  pageOf(users.filter(({ username }) => username.includes(url.searchParams.get('search') ?? '')));

it('suggests names while one is typed, and filters by the one that is chosen', async () => {
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
