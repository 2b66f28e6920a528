import { expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { pageOf } from '../testing/fake-api.ts';
import { aWorkload } from '../testing/samples.ts';

it('names the account menu while its code is still loading', async () => {
  jest.unstable_mockModule('./user-menu.tsx', async () => new Promise(() => undefined));
  const { renderApp } = await import('../testing/render-app.tsx');
  await renderApp({ path: '/workloads', as: 'user', answers: { listWorkloads: pageOf([aWorkload]) } });
  expect(await screen.findByRole('button', { name: '账号菜单' })).toHaveProperty('disabled', true);
});
