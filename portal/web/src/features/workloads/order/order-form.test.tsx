import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Quote } from '@gpulease/contract/workloads';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type Answers, type ReceivedRequest } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aConfig, aQuote, aRegion, aSku, aWorkload, anImage } from '../../../testing/samples.ts';
import { keepDraft, keptDraft } from './draft.ts';
import { emptyOrder, type OrderInput } from './order.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1';
const hourly = aSku.pricing[0]!;
const monthly = { ...hourly, name: 'monthly', mode: 'RESERVED', unit: 'MONTH', price: '500.00' } as const;
const sku = { ...aSku, pricing: [hourly, monthly] };
const filled: OrderInput = {
  ...emptyOrder,
  name: 'train',
  region: aRegion.name,
  sku: sku.name,
  image: anImage.name,
  rootDiskSize: 500,
  authorizedKeys: [KEY],
  pricing: hourly.name,
};
const elsewhere = { ...aRegion, name: '9-2', displayName: '华南一区' };

beforeEach(() => sessionStorage.clear());

/** A quote for the requested order. */
const quoteFor = ({ body }: ReceivedRequest): Quote => {
  const asked = body as { pricing: string; pricingQuantity: number };
  const charge = asked.pricing === 'monthly' ? `${asked.pricingQuantity * 500}.00` : '0.00';
  return { ...aQuote, charge };
};

async function open(order: Partial<OrderInput> = {}, answers: Answers = {}, search = '') {
  keepDraft('demo', { ...filled, ...order });
  const shown = await renderApp({
    path: `/workloads/create${search}`,
    language: 'en',
    answers: {
      getConfig: { ...aConfig, measuresGpus: true },
      listCatalogueSkus: pageOf([sku]),
      listCatalogueRegions: pageOf([aRegion, elsewhere]),
      listCatalogueImages: pageOf([anImage]),
      listSshKeys: pageOf([]),
      createQuote: quoteFor,
      createWorkload: aWorkload,
      ...answers,
    },
  });
  await screen.findByRole('heading', { name: 'Billing' });
  return shown;
}

const placeButton = () => screen.findByRole('button', { name: 'Place order' });
const place = async () => userEvent.click(await placeButton());
const moreOptions = () => screen.getByRole('button', { name: /^More options/ });
const openMore = () => userEvent.click(moreOptions());
const costs = () => screen.getByRole('region', { name: 'Cost' });

it('orders on demand after a term was chosen, without the hidden term', async () => {
  const { api } = await open({ pricingQuantity: 3, reservationStartTime: '2020-01-01T00:00:00.000Z' });
  const button = await placeButton();
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
  expect(api.of('createWorkload')[0]?.body).toMatchObject({ pricing: hourly.name, pricingQuantity: 1 });
  expect(api.of('createWorkload')[0]?.body).not.toHaveProperty('reservationStartTime');
});

it('removes an error while the field is corrected, so that the next click hits the button', async () => {
  await open();
  const name = screen.getByRole('textbox', { name: /Name/ });
  await userEvent.clear(name);
  await place();
  expect(await screen.findByText('This field is required.')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 'train');
  expect(screen.getByRole('textbox', { name: /Name/ })).toHaveFocus();
  await waitFor(() => expect(screen.queryByText('This field is required.')).toBeNull());
});

it.each(['Quantity', 'Term'])('is not ordered without its %s (SPEC-5.74)', async (label) => {
  const { api } = await open({ pricing: 'monthly', pricingQuantity: 3 });
  await waitFor(async () => expect(await placeButton()).toBeEnabled());
  const quantity = screen.getByRole('spinbutton', { name: new RegExp(label) });
  await userEvent.clear(quantity);
  await place();
  expect(quantity).toBeInvalid();
  expect(api.of('createWorkload')).toEqual([]);
});

it('has a required type field (SPEC-5.68)', async () => {
  const { api } = await open({ type: '' as never });
  await waitFor(async () => expect(await placeButton()).toBeEnabled());
  expect(screen.queryByRole('combobox', { name: /Type/ })).toBeNull();
  await place();
  // The invalid field unfolds its section.
  const type = await screen.findByRole('combobox', { name: /Type/ });
  expect(type).toBeInvalid();
  await waitFor(() => expect(type).toHaveFocus());
  await userEvent.selectOptions(type, 'Virtual machine');
  await place();
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
  expect(api.of('createWorkload')[0]?.body).toMatchObject({ type: 'VIRTUAL_MACHINE' });
});

it('lists the changed options in the title of the further options', async () => {
  const ports = [{ protocol: 'TCP', port: 8888, targetPort: 80 }] as const;
  const { api } = await open({ rootDiskSize: 80, resume: 'AUTOMATIC', ports: [...ports] });
  expect(moreOptions()).toHaveTextContent('More options: Root disk 80 GiB · Start automatically · 1 port');
  await openMore();
  await userEvent.click(screen.getByRole('radio', { name: /^I’ll start it myself/ }));
  await userEvent.click(screen.getByRole('button', { name: /Remove port/ }));
  expect(moreOptions()).toHaveTextContent('More options: Root disk 80 GiB');
  await place();
  await waitFor(() => expect(api.of('createWorkload')[0]?.body).toMatchObject({ rootDiskSize: 80 }));
});

it('keeps the further options closed and the focus unchanged while none of them is invalid', async () => {
  await open();
  expect(moreOptions()).toHaveTextContent(/^More options$/);
  const name = screen.getByRole('textbox', { name: /Name/ });
  await userEvent.clear(name);
  await place();
  expect(await screen.findByText('This field is required.')).toBeVisible();
  await waitFor(() => expect(name).toHaveFocus());
  expect(moreOptions()).toHaveAttribute('aria-expanded', 'false');
});

it('adds different ports, and marks the row of a duplicate', async () => {
  await open();
  await openMore();
  await userEvent.click(await screen.findByRole('button', { name: 'Add port' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add port' }));
  const ports = () => screen.getAllByRole('spinbutton', { name: /Preferred public port/ });
  expect(ports().map((input) => (input as HTMLInputElement).value)).toEqual(['8888', '8889']);
  await userEvent.clear(ports()[1]!);
  await userEvent.type(ports()[1]!, '8888');
  await place();
  expect(await screen.findByText('This port is already in the list.')).toBeVisible();
  expect(ports()[1]).toHaveFocus();
});

it('does not send an order before its exact price is known', async () => {
  let answer: ((quote: Quote) => void) | undefined;
  const { api } = await open(
    { pricing: 'monthly', pricingQuantity: 12 },
    {
      createQuote: (asked) =>
        (asked.body as { pricingQuantity: number }).pricingQuantity === 12
          ? new Promise((resolve) => (answer = resolve))
          : quoteFor(asked),
    },
  );
  const button = await placeButton();
  expect(button).toBeDisabled();
  expect(costs()).not.toHaveTextContent('¥500.00');
  answer?.({ ...aQuote, charge: '6000.00' });
  await waitFor(() => expect(button).toBeEnabled());
  expect(costs()).toHaveTextContent('¥6,000.00');
  await userEvent.click(button);
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
  expect(api.of('createWorkload')[0]?.body).toMatchObject({
    pricingQuantity: 12,
    expectedPrice: '7.20',
    expectedUnit: 'HOUR',
    expectedCharge: '6000.00',
  });
});

it('shows a changed price, and orders at it after a confirmation', async () => {
  const dearer = {
    ...aQuote,
    pricing: { ...hourly, unit: 'DAY' },
    expectedPrice: '9.00',
    perHour: '9.00',
  } as const;
  let present: Quote = aQuote;
  const { api } = await open(
    {},
    {
      createQuote: () => present,
      createWorkload: () => {
        if (present === dearer) return aWorkload;
        present = dearer;
        throw new ApiRefusal(409, {
          code: 'REQUEST_FAILED',
          requestId: 'r-6',
          details: { reason: 'PRICE_CHANGED', price: '9.00', unit: 'DAY', charge: '0.00' },
        });
      },
    },
  );
  const button = await placeButton();
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  await screen.findByText('The price has changed. Confirm the new price.');
  await waitFor(() => expect(costs()).toHaveTextContent('$1.25 (¥9.00)'));
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(2));
  expect(api.of('createWorkload').map(({ body }) => body)).toMatchObject([
    { expectedPrice: '7.20', expectedUnit: 'HOUR', expectedCharge: '0.00' },
    { expectedPrice: '9.00', expectedUnit: 'DAY', expectedCharge: '0.00' },
  ]);
});

const aTerm = { ...aQuote, pricing: { ...hourly, mode: 'RESERVED' } } as const;

it('offers neither an order nor a recharge for a sold-out term', async () => {
  await open({}, { createQuote: { ...aTerm, available: 0, affordable: false, missing: '12.30' } });
  expect(await screen.findByText('Sold out in this region with this pricing.')).toBeVisible();
  expect(await within(costs()).findByRole('button', { name: /^Notify me/ })).toBeVisible();
  expect(await placeButton()).toBeDisabled();
  expect(screen.queryByRole('link', { name: 'Add funds' })).toBeNull();
});

it('shows how many are left if a term requests more', async () => {
  await open({ skuQuantity: 4 }, { createQuote: { ...aTerm, skuQuantity: 4, available: 2 } });
  expect(await screen.findByText('Only 2 left in this region with this pricing.')).toBeVisible();
  expect(await placeButton()).toBeDisabled();
});

it('offers the order of a sold-out term again after a newer quote', async () => {
  const reserved = { ...aQuote, pricing: { ...hourly, mode: 'RESERVED' } } as const;
  const { api, client } = await open(
    {},
    {
      createQuote: reserved,
      createWorkload: () => {
        throw new ApiRefusal(409, {
          code: 'REQUEST_FAILED',
          requestId: 'r',
          details: { reason: 'SOLD_OUT' },
        });
      },
    },
  );
  const button = await placeButton();
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  expect(await screen.findByText(/left in this region/)).toBeVisible();
  await waitFor(() => expect(api.of('createQuote').length).toBeGreaterThan(1));
  expect(button).toBeDisabled();
  await act(() => client.invalidateQueries({ queryKey: ['createQuote'] }));
  await waitFor(() => expect(button).toBeEnabled());
});

it('offers the queue for a sold-out machine, and orders with the other choices', async () => {
  const { api } = await open({}, { createQuote: { ...aQuote, available: 0 } });
  expect(await screen.findByText(/nothing is charged, and you can cancel at any time/)).toBeVisible();
  await openMore();
  await userEvent.click(screen.getByRole('radio', { name: /Start on other hardware/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Join the queue' }));
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
  expect(api.of('createWorkload')[0]?.body).toMatchObject({
    whenSoldOut: 'WAIT',
    onNodeLoss: 'MOVE_IF_POSSIBLE',
  });
});

it('offers the queue if the last machine was taken during the order', async () => {
  const { api } = await open(
    {},
    {
      createWorkload: ({ body }) => {
        if ((body as { whenSoldOut: string }).whenSoldOut === 'WAIT') return aWorkload;
        throw new ApiRefusal(409, {
          code: 'REQUEST_FAILED',
          requestId: 'r',
          details: { reason: 'SOLD_OUT' },
        });
      },
    },
  );
  const button = await placeButton();
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('button', { name: 'Join the queue' }));
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(2));
});

it('disables a region that lacks the chosen SKU, with the reason', async () => {
  await open();
  const region = await screen.findByRole('radio', { name: '华南一区' });
  expect(region).toBeDisabled();
  expect(screen.getByText(/Not offered in this region/)).toBeVisible();
});

it("starts in a region that has the SKU if the draft's region does not", async () => {
  await open({ region: elsewhere.name });
  expect(await screen.findByRole('radio', { name: aRegion.displayName })).toBeChecked();
});

it('shows at its field that a SKU has been withdrawn', async () => {
  let availability = sku.availability;
  const { client } = await open({}, { listCatalogueSkus: () => pageOf([{ ...sku, availability }]) });
  availability = [];
  await client.invalidateQueries({ queryKey: ['listCatalogueSkus'] });
  expect(await screen.findByText('This isn’t available at the moment.')).toBeVisible();
});

it("reports that a link's machine is no longer offered", async () => {
  await open({}, {}, '?sku=gone');
  expect(await screen.findByText(/The machine in your link is no longer offered/)).toBeVisible();
});

it('rejects a start in the past at its field', async () => {
  await open({ pricing: 'monthly', reservationStartTime: '2020-01-01T00:00:00.000Z' });
  await place();
  expect(await screen.findByText('The time must be in the future.')).toBeVisible();
  expect(screen.getByLabelText('Start time')).toHaveFocus();
});

it('focuses the field that the server refuses, with the reason', async () => {
  await open(
    {},
    {
      createWorkload: () => {
        throw new ApiRefusal(409, { code: 'NAME_TAKEN', requestId: 'r-5' });
      },
    },
  );
  const button = await placeButton();
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  const name = await screen.findByRole('textbox', { name: /^Name/ });
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toBeInvalid();
  expect(screen.getAllByText('This name is already taken.')).toHaveLength(1);
});

it('accepts numbers as they are typed', async () => {
  await open();
  await openMore();
  const disk = await screen.findByRole('spinbutton', { name: 'Root disk' });
  await userEvent.clear(disk);
  expect(disk).toHaveValue(null);
  await userEvent.tab();
  expect(await screen.findByText(/Enter a whole number from 2 to 500/)).toBeVisible();
  await userEvent.type(disk, '80');
  expect(disk).toHaveValue(80);
});

it('orders only with its button, by mouse or key; Enter in a field only validates it', async () => {
  const { api } = await open({ pricing: 'monthly' });
  const button = await placeButton();
  await waitFor(() => expect(button).toBeEnabled());
  await openMore();
  const disk = screen.getByRole('spinbutton', { name: 'Root disk' });
  await userEvent.clear(disk);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText(/Enter a whole number from 2 to 500/)).toBeVisible();
  await userEvent.type(disk, '80{Enter}');
  await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), '-2{Enter}');
  await waitFor(() => expect(button).toBeEnabled());
  expect(api.of('createWorkload')).toEqual([]);
  button.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
  expect(api.of('createWorkload')[0]?.body).toMatchObject({ name: 'train-2', rootDiskSize: 80 });
});

it('fills in everything for a user with a saved key, who orders with one click', async () => {
  sessionStorage.clear();
  const saved = { name: 'laptop', publicKey: KEY, fingerprint: 'SHA256:x', createdAt: aSku.createdAt };
  const { api } = await open(emptyOrder, { listSshKeys: pageOf([saved]) });
  const button = await placeButton();
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
  expect(api.of('createWorkload')[0]?.body).toMatchObject({
    name: expect.stringMatching(/^vm-[a-z0-9]{6}$/) as unknown,
    sku: sku.name,
    region: aRegion.name,
    image: anImage.name,
    rootDiskSize: 500,
    authorizedKeys: [KEY],
    pricing: hourly.name,
  });
});

it('links to the recharge page for the missing amount and back, and keeps the draft', async () => {
  const { router } = await open({}, { createQuote: { ...aQuote, affordable: false, missing: '12.30' } });
  const name = screen.getByRole('textbox', { name: /Name/ });
  await userEvent.clear(name);
  await userEvent.type(name, 'kept');
  await userEvent.click(await screen.findByRole('link', { name: 'Add funds' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/recharge'));
  expect(router.state.location.search).toBe('?amount=12.30&returnTo=%2Fworkloads%2Fcreate');
  expect(keptDraft('demo').name).toBe('kept');
});

it.each([
  ['with a change', /Reserved/],
  ['untouched', /On demand/],
])("keeps a link's machine across a recharge, %s", async (_, mode) => {
  const asked = {
    ...sku,
    name: '8',
    displayName: '训练型 8',
    pricing: [hourly, { ...monthly, name: 'term' }],
  };
  const { router } = await open(
    {},
    {
      listCatalogueSkus: pageOf([sku, asked]),
      createQuote: { ...aQuote, affordable: false, missing: '12.30' },
    },
    '?sku=8',
  );
  await userEvent.click(await screen.findByRole('radio', { name: mode }));
  await userEvent.click(await screen.findByRole('link', { name: 'Add funds' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/recharge'));
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('radio', { name: asked.displayName })).toBeChecked();
  expect(screen.getByRole('radio', { name: mode })).toBeChecked();
  expect(router.state.location.search).toBe('');
});

it('shows at its field that an image was withdrawn, and orders with another', async () => {
  let images = [anImage];
  const { api, client } = await open({}, { listCatalogueImages: () => pageOf(images) });
  images = [{ ...anImage, name: '13' }];
  await act(() => client.invalidateQueries({ queryKey: ['listCatalogueImages'] }));
  await waitFor(() => expect(screen.getByRole('radio', { name: /\(13\)$/ })).not.toBeChecked());
  await place();
  expect(await screen.findByText('This isn’t available at the moment.')).toBeVisible();
  expect(api.of('createWorkload')).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: /\(13\)$/ }));
  await place();
  await waitFor(() => expect(api.of('createWorkload')[0]?.body).toMatchObject({ image: '13' }));
});

it("starts with an available image if the draft's was withdrawn", async () => {
  await open({ image: 'former' });
  expect(screen.getByRole('radio', { name: `官方镜像 (${anImage.name})` })).toBeChecked();
});

it('shows which quota the order would exceed, with its numbers, and offers no order', async () => {
  const quota = { of: 'gpus', limit: 4, used: 3, asked: 2 } as const;
  await open({}, { createQuote: { ...aQuote, quota } });
  expect(await screen.findByText('GPU quota: 4. In use: 3. This needs 2.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull();
});

it('shows which spending limit the order would exceed, with a link to change it', async () => {
  const spending = { of: 'DAY', limit: '50.00', used: '10.00', asked: '72.00' } as const;
  await open({}, { createQuote: { ...aQuote, spending } });
  const alert = await screen.findByText(/Spent today: \$1.39 \(¥10.00\)/);
  expect(alert).toHaveTextContent('The limit is $6.94 (¥50.00). This costs $10.00 (¥72.00).');
  expect(within(alert).getByRole('link', { name: /Change the limit/ })).toHaveAttribute(
    'href',
    '/profile#spending-limits',
  );
  expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull();
});

it('keeps the mode when another GPU is chosen, and recomputes its term', async () => {
  const other = {
    ...sku,
    name: '8',
    displayName: '训练型 8',
    gpu: '2',
    gpuModel: 'A100',
    pricing: [hourly, { ...monthly, name: 'yearly', unit: 'YEAR' as const }],
  };
  const { api } = await open(
    { pricing: 'monthly', pricingQuantity: 3 },
    { listCatalogueSkus: pageOf([sku, other]) },
  );
  await userEvent.click(await screen.findByRole('radio', { name: 'A100' }));
  await waitFor(() =>
    expect(api.of('createQuote').at(-1)?.body).toMatchObject({
      sku: '8',
      pricing: 'yearly',
      pricingQuantity: 1,
    }),
  );
});

it('shows the price per hour of a term, and the savings', async () => {
  await open();
  expect(
    await screen.findByText('About $0.096 (¥0.6944) / hour · 90% less than on demand · 3 left'),
  ).toBeVisible();
});

describe('the image', () => {
  const debian = { ...anImage, name: 'debian', description: 'Debian' };
  const cuda = {
    ...anImage,
    name: 'cuda',
    description: 'Ubuntu',
    gpuDriverVersion: '550.90.07',
    cudaVersion: '12.4',
  };
  const cpuOnly = {
    ...sku,
    name: '8',
    displayName: '通用型',
    gpu: null,
    gpuModel: null,
    gpuMemory: null,
    gpuNumber: 0,
  };
  const lastOf = (gpuNumber: number) =>
    pageOf([{ ...aWorkload, image: 'debian', resources: { ...aWorkload.resources, gpuNumber } }]);
  const openWith = (order: Partial<OrderInput>, listWorkloads = pageOf<typeof aWorkload>([])) =>
    open(order, {
      listCatalogueImages: pageOf([debian, cuda]),
      listCatalogueSkus: pageOf([sku, cpuOnly]),
      listWorkloads,
    });
  const images = () => within(screen.getByRole('radiogroup', { name: /Image/ }));
  const image = (name: string) => images().getByRole('radio', { name: new RegExp(`\\(${name}\\)$`) });
  const choose = async (machine: string) => userEvent.click(screen.getByRole('radio', { name: machine }));
  const hint = /No GPU driver is listed for this image/;

  it('has a driver if there is a GPU, and shows its CUDA and driver versions', async () => {
    await openWith({ image: '' });
    expect(image('cuda')).toBeChecked();
    expect(images().getByText('CUDA 12.4 · driver 550')).toBeVisible();
    expect(images().getByText('No GPU driver listed')).toBeVisible();
    expect(screen.queryByText(hint)).toBeNull();
  });

  it('can be ordered for a GPU without a driver, with a warning', async () => {
    const { api } = await openWith({ image: '' });
    await userEvent.click(image('debian'));
    expect(await screen.findByText(hint)).toBeVisible();
    await place();
    await waitFor(() => expect(api.of('createWorkload')[0]?.body).toMatchObject({ image: 'debian' }));
    expect(api.of('createWorkload')[0]?.body).not.toHaveProperty('isImageChosen');
  });

  it('needs no driver without a GPU, and changes to one with a driver when a GPU is chosen', async () => {
    await openWith({ image: '', sku: cpuOnly.name });
    expect(image('debian')).toBeChecked();
    expect(screen.queryByText(hint)).toBeNull();
    await choose('4090');
    expect(image('cuda')).toBeChecked();
  });

  it('stays as chosen for every machine, even after a reload', async () => {
    await openWith({ image: '', sku: cpuOnly.name });
    await userEvent.click(image('cuda'));
    await userEvent.click(image('debian'));
    await choose('4090');
    expect(image('debian')).toBeChecked();
    expect(keptDraft('demo')).toMatchObject({ image: 'debian', isImageChosen: true });
    cleanup();
    await openWith(keptDraft('demo'));
    expect(image('debian')).toBeChecked();
  });

  it('is replaced along with its error, if it was withdrawn, when another machine is chosen', async () => {
    let onOffer = [debian, cuda];
    const { client } = await open(
      { image: '', sku: cpuOnly.name },
      { listCatalogueImages: () => pageOf(onOffer), listCatalogueSkus: pageOf([sku, cpuOnly]) },
    );
    onOffer = [cuda];
    await act(() => client.invalidateQueries({ queryKey: ['listCatalogueImages'] }));
    await place();
    expect(await screen.findByText('This isn’t available at the moment.')).toBeVisible();
    await choose('4090');
    await waitFor(() => expect(screen.queryByText('This isn’t available at the moment.')).toBeNull());
    expect(image('cuda')).toBeChecked();
  });

  it.each([
    ['that of the last machine if it had a GPU', 1, 'debian'],
    ['one with a driver if the last machine had no GPU', 0, 'cuda'],
  ])('is %s', async (_, gpus, chosen) => {
    await openWith({ image: '' }, lastOf(gpus));
    expect(image(chosen)).toBeChecked();
  });

  it('is chosen from a select if there are many', async () => {
    const many = Array.from({ length: 13 }, (_, index) => ({ ...cuda, name: `cuda-${index}` }));
    const { api } = await open({ image: '' }, { listCatalogueImages: pageOf(many) });
    const select = screen.getByRole('combobox', { name: /Image/ });
    expect(select).toHaveDisplayValue('Ubuntu (cuda-0) · CUDA 12.4 · driver 550');
    await userEvent.selectOptions(select, 'cuda-8');
    await place();
    await waitFor(() => expect(api.of('createWorkload')[0]?.body).toMatchObject({ image: 'cuda-8' }));
  });
});

it('starts with the image and keys of the last ordered machine', async () => {
  const other = { ...anImage, name: 'cuda', description: 'CUDA' };
  await open(
    { image: '', authorizedKeys: [] },
    {
      listCatalogueImages: pageOf([anImage, other]),
      listWorkloads: pageOf([{ ...aWorkload, image: 'cuda', authorizedKeys: [KEY] }]),
    },
  );
  expect(screen.getByRole('radio', { name: 'CUDA (cuda)' })).toBeChecked();
  expect(screen.getByRole('textbox', { name: /SSH keys/ })).toHaveValue(KEY);
});

it('works if the last ordered machine cannot be loaded', async () => {
  const listWorkloads = () => {
    throw new ApiRefusal(503, { code: 'SERVER_ERROR', requestId: 'r-9' });
  };
  await open({ image: '' }, { listWorkloads });
  expect(screen.getByRole('radio', { name: `官方镜像 (${anImage.name})` })).toBeChecked();
  expect(await placeButton()).toBeVisible();
});

it('does not mention SSH if Windows is chosen', async () => {
  const windows = { ...anImage, name: 'windows', osType: 'WINDOWS' } as const;
  await open(
    { image: windows.name, isImageChosen: true },
    { listCatalogueImages: pageOf([anImage, windows]) },
  );
  await openMore();
  expect(screen.getByText('Remote Desktop is always open.')).toBeVisible();
  expect(screen.getByText(/but Windows doesn’t use it/)).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: `官方镜像 (${anImage.name})` }));
  expect(await screen.findByText('SSH is always open.')).toBeVisible();
});

it('reports that a key is missing', async () => {
  await open({ authorizedKeys: [] });
  await place();
  const message = await screen.findAllByText(
    'Select saved keys, paste keys, one per line, or create a key pair',
  );
  expect(message).toHaveLength(1);
  expect(screen.getByRole('textbox', { name: /SSH keys/ })).toHaveFocus();
});

describe('the SSH keys of an order', () => {
  const saving = () => {
    const saved: { name: string; publicKey: string; fingerprint: string; createdAt: string }[] = [];
    const createSshKey = ({ body }: ReceivedRequest) => {
      const key = {
        ...(body as { name: string; publicKey: string }),
        fingerprint: 'SHA256:x',
        createdAt: '',
      };
      saved.push(key);
      return key;
    };
    return { createSshKey, listSshKeys: () => pageOf(saved) } satisfies Answers;
  };
  let downloads: HTMLAnchorElement[];
  beforeEach(() => {
    downloads = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this);
    });
  });
  afterEach(() => void jest.restoreAllMocks());

  it('can be created in the browser: the private key is downloaded and never sent', async () => {
    const { api } = await open({ authorizedKeys: [] }, saving());
    expect(screen.getByText(/paste or create an SSH key, and place your order/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Create a key pair' }));
    const name = await screen.findByRole('heading', { name: /Private key downloaded: gpulease-\w{6}/ });
    expect(await screen.findByRole('checkbox', { name: /gpulease-/ })).toBeChecked();
    const [file] = downloads;
    expect(name).toHaveTextContent(file!.download);
    expect(atob(file!.href.split(',')[1]!)).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----/);
    await place();
    await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
    const { authorizedKeys } = api.of('createWorkload')[0]!.body as OrderInput;
    expect(authorizedKeys).toEqual([expect.stringMatching(/^ssh-ed25519 \S+ gpulease-\w{6}$/)]);
    expect(JSON.stringify(api.asked.map(({ body }) => body ?? null))).not.toContain('PRIVATE');
  });

  it('can be saved after pasting, and are then selected', async () => {
    const { api } = await open({ authorizedKeys: [] }, saving());
    await userEvent.type(screen.getByRole('textbox', { name: /SSH keys/ }), `${KEY} ada@laptop`);
    await userEvent.click(await screen.findByRole('button', { name: 'Save this key for later' }));
    expect(await screen.findByRole('checkbox', { name: /ada-laptop-/ })).toBeChecked();
    expect(screen.getByRole('textbox', { name: /SSH keys/ })).toHaveValue('');
    await place();
    await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
    expect(api.of('createWorkload')[0]!.body).toMatchObject({ authorizedKeys: [`${KEY} ada@laptop`] });
  });

  it('are sent once if a saved key is also pasted', async () => {
    const saved = { name: 'laptop', publicKey: KEY, fingerprint: 'SHA256:x', createdAt: '' };
    const { api } = await open({ authorizedKeys: [] }, { listSshKeys: pageOf([saved]) });
    const field = screen.getByRole('textbox', { name: /SSH keys/ });
    await userEvent.click(field);
    await userEvent.paste(KEY);
    await userEvent.type(field, '{Enter}{Enter}{Backspace}');
    await place();
    await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
    expect(api.of('createWorkload')[0]!.body).toMatchObject({ authorizedKeys: [KEY] });
  });
});

it('shows the error of a quote at its field, focuses it, and removes the error once corrected', async () => {
  const { api } = await open(
    { skuQuantity: 8 },
    {
      createQuote: (asked) => {
        if ((asked.body as OrderInput).skuQuantity === 4) return quoteFor(asked);
        const details = { fields: { skuQuantity: 'largerThanNode:4' } };
        throw new ApiRefusal(422, { code: 'INVALID_ARGUMENT', requestId: 'r', details });
      },
    },
  );
  const sentence = 'The maximum quantity in this region is 4.';
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(costs()).toHaveTextContent('Correct the marked fields to see the cost.');
  expect(costs()).not.toHaveTextContent(/Request ID/);
  await place();
  const quantity = screen.getByRole('spinbutton', { name: /Quantity/ });
  await waitFor(() => expect(quantity).toHaveFocus());
  expect(api.of('createWorkload')).toEqual([]);
  fireEvent.change(quantity, { target: { value: '4' } });
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  await waitFor(() => expect(costs()).toHaveTextContent('Per hour'));
});

it('offers more than the first hundred SKUs', async () => {
  const skus = Array.from({ length: 101 }, (_, index) => ({ ...sku, name: `sku-${index + 1}` }));
  const listCatalogueSkus = ({ url }: ReceivedRequest) => {
    const page = Number(url.searchParams.get('page') ?? 1);
    return { items: skus.slice((page - 1) * 100, page * 100), total: skus.length, page, pageSize: 100 };
  };
  const { api } = await open({}, { listCatalogueSkus }, '?sku=sku-101');
  expect(screen.queryByText(/no longer offered/)).toBeNull();
  await place();
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
  expect(api.of('createWorkload')[0]!.body).toMatchObject({ sku: 'sku-101' });
});

it.each([
  ['en', { queued: 2 }, '2 machines are waiting now.'],
  ['en', { queued: 0 }, 'No machine is waiting now.'],
  ['zh', { queued: 2 }, '目前有 2 台实例在排队。'],
] as const)(
  'shows the length of the queue before it is joined (%s, %j)',
  async (language, queue, sentence) => {
    keepDraft('demo', filled);
    const answers = {
      listCatalogueSkus: pageOf([sku]),
      listCatalogueRegions: pageOf([aRegion]),
      listCatalogueImages: pageOf([anImage]),
      listSshKeys: pageOf([]),
      createQuote: { ...aQuote, available: 0, ...queue },
    };
    await renderApp({ path: '/workloads/create', language, answers });
    expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
  },
);

it('offers an available alternative to a sold-out machine', async () => {
  const places = [
    { ...sku.availability[0]!, available: 0 },
    { ...sku.availability[0]!, region: elsewhere.name, available: 2 },
  ];
  const { api } = await open(
    {},
    {
      listCatalogueSkus: pageOf([{ ...sku, availability: places }]),
      createQuote: ({ body }: ReceivedRequest) => ({
        ...aQuote,
        available: (body as { region: string }).region === elsewhere.name ? 2 : 0,
      }),
    },
    `?region=${aRegion.name}&sku=${sku.name}`,
  );
  const offer = `${sku.displayName} in ${elsewhere.displayName} is available now.`;
  const button = within((await screen.findByText(new RegExp(offer))).closest('p')!);
  await userEvent.click(button.getByRole('button', { name: 'Choose it' }));
  await waitFor(() => expect(api.of('createQuote').at(-1)?.body).toMatchObject({ region: elsewhere.name }));
});

it('clears an offline failure once the network is back', async () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const createWorkload = () => {
    throw new TypeError('offline');
  };
  await open({}, { createWorkload });
  await place();
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection');
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('orders a machine that stops after some hours, once they are filled in', async () => {
  const { api } = await open();
  await openMore();
  const stop = within(screen.getByRole('radiogroup', { name: 'Automatic stop and start' }));
  expect(stop.getByRole('radio', { name: 'Never' })).toBeChecked();
  await userEvent.click(stop.getByRole('radio', { name: 'Stop after running for a set time' }));
  expect(screen.getByText(/warned 15 minutes before/)).toBeVisible();
  await place();
  const hours = await screen.findByRole('spinbutton', { name: /Running hours/ });
  await waitFor(() => expect(hours).toBeInvalid());
  await userEvent.type(hours, '4');
  await place();
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
  expect(api.of('createWorkload')[0]?.body).toMatchObject({ autoStop: { kind: 'AFTER', hours: 4 } });
});

it('orders a machine that stops when its GPUs are idle', async () => {
  const { api } = await open({}, { listCatalogueImages: pageOf([{ ...anImage, gpuMetricsPort: 9400 }]) });
  await openMore();
  await userEvent.click(screen.getByRole('radio', { name: 'Stop when the GPUs are idle' }));
  expect(screen.getByText(/every GPU stays below the use you set.*warned 15 minutes before/)).toBeVisible();
  const minutes = screen.getByRole('spinbutton', { name: /Idle for/ });
  await userEvent.clear(minutes);
  await userEvent.type(minutes, '14');
  await place();
  await waitFor(() => expect(minutes).toBeInvalid());
  await userEvent.clear(minutes);
  await userEvent.type(minutes, '90');
  await place();
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
  expect(api.of('createWorkload')[0]?.body).toMatchObject({
    autoStop: { kind: 'IDLE', gpuPercent: 5, minutes: 90 },
  });
});

it.each<[what: string, answers: Answers]>([
  ['This image doesn’t measure its GPUs.', {}],
  ['This platform doesn’t measure GPUs.', { getConfig: aConfig }],
  ['Only for machines with a GPU.', { listCatalogueSkus: pageOf([{ ...sku, gpuNumber: 0 }]) }],
])('disables the idle stop with the reason: %s', async (why, answers) => {
  await open({}, answers);
  await openMore();
  expect(screen.getByRole('radio', { name: 'Stop when the GPUs are idle' })).toBeDisabled();
  expect(screen.getByText(why)).toBeVisible();
});

it('explains that stopping a reserved machine saves nothing', async () => {
  await open({ pricing: 'monthly', autoStop: { kind: 'AT' } });
  await openMore();
  expect(screen.getByText(/The term is paid: stopping refunds nothing/)).toBeVisible();
});

it('orders a machine with weekly hours on the chosen days and at the chosen times', async () => {
  const { api } = await open();
  await openMore();
  await userEvent.click(screen.getByRole('radio', { name: 'Run on a weekly schedule' }));
  expect(screen.getByText(/starts at the price at that time if your balance covers/)).toBeVisible();
  const days = within(screen.getByRole('group', { name: /Days/ }));
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
    await userEvent.click(days.getByRole('checkbox', { name: day }));
  await place();
  expect(await screen.findByText('Choose at least one day.')).toBeVisible();
  await userEvent.click(days.getByRole('checkbox', { name: 'Sun' }));
  await userEvent.click(days.getByRole('checkbox', { name: 'Wed' }));
  const end = screen.getByLabelText(/Hours end/);
  await userEvent.clear(end);
  await userEvent.type(end, '09:00');
  await place();
  expect(await screen.findByText('The end can’t be the same as the start.')).toBeVisible();
  await userEvent.clear(end);
  await userEvent.type(end, '06:30');
  await userEvent.selectOptions(screen.getByLabelText(/Time zone/), 'Asia/Shanghai');
  await place();
  await waitFor(() => expect(api.of('createWorkload')).toHaveLength(1));
  expect(api.of('createWorkload')[0]?.body).toMatchObject({
    autoStop: { kind: 'WEEKLY', days: ['WED', 'SUN'], from: '09:00', to: '06:30', timeZone: 'Asia/Shanghai' },
  });
});
