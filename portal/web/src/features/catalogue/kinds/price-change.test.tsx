import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAdminPolicy } from '../../../testing/samples.ts';

async function retype(price: string, changes: object = {}) {
  const policy = { ...anAdminPolicy, price: '7.20', workloads: 3, ...changes };
  await renderApp({
    path: `/admin/pricing-policies/edit/${policy.name}`,
    as: 'admin',
    language: 'en',
    answers: { getPricingPolicy: policy },
  });
  const field = await screen.findByLabelText(/^Price/);
  await userEvent.clear(field);
  await userEvent.type(field, price);
  await waitFor(() => expect(field).toHaveValue(price));
}

it('a changed price is explained, with the number of machines that have the policy', async () => {
  await retype('8', { mode: 'ON_DEMAND' });
  expect(
    await screen.findByText(/Running machines keep their price until they stop\. 3 machines/),
  ).toBeVisible();
});

it('a changed price of reserved terms does not affect paid ones', async () => {
  await retype('8', { mode: 'RESERVED', workloads: 0 });
  expect(await screen.findByText(/Terms already paid don’t change\.$/)).toBeVisible();
});

it.each([
  ['the saved price in another notation', '7.2'],
  ['text that is not a price', 'seven'],
])('no explanation appears for %s', async (_, price) => {
  await retype(price);
  expect(screen.queryByText(/Once saved/)).toBeNull();
});
