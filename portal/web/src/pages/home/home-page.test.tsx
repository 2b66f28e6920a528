import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aRegion, aSku } from '../../testing/samples.ts';

const hourly = aSku.pricing[0]!;
const spot = { ...hourly, name: 'spot', mode: 'SPOT', price: '3.60' } as const;
const sku = { ...aSku, pricing: [hourly, spot] };

it('compares the price of one GPU in all modes, and leads to the order with the choice made', async () => {
  await renderApp({
    path: '/?mode=SPOT',
    as: 'visitor',
    language: 'en',
    answers: { listCatalogSkus: pageOf([sku]), listCatalogRegions: pageOf([aRegion]) },
  });
  const row = within((await screen.findByText('4090')).closest('tr')!);
  expect(row.getByText('$0.5000 (¥3.60) / hour')).toBeVisible();
  expect(row.getByText('3 left')).toBeVisible();
  expect(row.getByRole('link', { name: 'Rent' })).toHaveAttribute(
    'href',
    '/workloads/create?sku=1&mode=SPOT',
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Pricing' }), 'All pricing modes');
  expect(await screen.findByText('$1.00 (¥7.20) / hour')).toBeVisible();
});
