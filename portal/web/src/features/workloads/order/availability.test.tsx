import { expect, it } from '@jest/globals';
import type { Availability, Sku } from '@gpulease/contract/catalogue';
import type { PricingMode } from '@gpulease/contract/enums';
import { screen, within } from '@testing-library/react';
import { pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aQuote, aRegion, aSku, anImage } from '../../../testing/samples.ts';

type Supply = Omit<Availability, 'region'>;

const none = { available: 0, largest: 0, level: 'NONE' as const };
const few = { available: 2, largest: 2, level: 'LOW' as const };

async function showOrderForm(modes: readonly PricingMode[], supply: Supply) {
  const pricing = aSku.pricing.flatMap((policy) => modes.map((mode) => ({ ...policy, name: mode, mode })));
  const sku: Sku = { ...aSku, pricing, availability: [{ region: aRegion.name, ...supply }] };
  const answers = {
    listCatalogueSkus: pageOf([sku]),
    listCatalogueRegions: pageOf([aRegion]),
    listCatalogueImages: pageOf([anImage]),
    listSshKeys: pageOf([]),
    createQuote: aQuote,
  };
  await renderApp({ path: '/workloads/create', language: 'en', answers });
  return screen.findByRole('radio', { name: sku.displayName });
}

it.each<[string, PricingMode[], Supply, isOnSale: boolean]>([
  ['sold out, including Spot', ['ON_DEMAND', 'SPOT'], { ...none, spot: none, bookable: 0 }, true],
  ['sold out except for Spot', ['ON_DEMAND', 'SPOT'], { ...none, spot: few, bookable: 0 }, true],
  ['only for terms, with unpriced Spot left', ['RESERVED'], { ...none, spot: few, bookable: 0 }, false],
  ['full of Spot machines', ['ON_DEMAND', 'SPOT'], { ...few, spot: none, bookable: 0 }, true],
  ['bookable for a later term', ['ON_DEMAND', 'RESERVED'], { ...none, spot: none, bookable: 1 }, true],
  ['only for terms, and never bookable', ['RESERVED'], { ...none, spot: none, bookable: 0 }, false],
])('enables the choice of a SKU if it can be ordered: %s', async (_, modes, supply, isOnSale) => {
  const card = await showOrderForm(modes, supply);
  expect(card.matches(':enabled')).toBe(isOnSale);
});

it('shows what is left on demand and for Spot', async () => {
  const choice = await showOrderForm(['ON_DEMAND', 'SPOT'], { ...none, spot: few, bookable: 0 });
  const card = within(choice.closest<HTMLElement>('.pf-v6-c-card')!);
  expect(card.getByText('Sold out')).toBeVisible();
  expect(card.getByText('Spot: 2 left')).toBeVisible();
});

it('shows the number of GPUs on a card, and their model only in its title', async () => {
  const choice = await showOrderForm(['ON_DEMAND'], { ...few, spot: none, bookable: 0 });
  const card = choice.closest<HTMLElement>('.pf-v6-c-card')!;
  expect(within(card).getByText('1 GPU with 24 GiB')).toBeVisible();
  expect(within(card).queryByText(new RegExp(`${aSku.gpuModel} ×`))).toBeNull();
});
