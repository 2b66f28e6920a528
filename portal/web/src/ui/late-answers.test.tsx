/** Answers that arrive after their dialog or page has closed, or never. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OperationId } from '@gpulease/contract/endpoints';
import { keepDraft } from '../features/workloads/order/draft.ts';
import { emptyOrder } from '../features/workloads/order/order.ts';
import { ApiRefusal, pageOf, type Answers } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { aQuote, aRegion, aSku, aWorkload, anAdminImage, anImage } from '../testing/samples.ts';

beforeEach(() => sessionStorage.clear());

const refusal = new ApiRefusal(409, {
  code: 'REQUEST_FAILED',
  requestId: 'r-9',
  details: { reason: 'ILLEGAL_TRANSITION' },
});

/** An operation whose answer the test controls. */
function heldBack(operation: OperationId, answer: unknown) {
  const held = Promise.withResolvers<unknown>();
  return {
    answers: { [operation]: () => held.promise } as Answers,
    refuse: () => held.reject(refusal),
    accept: () => held.resolve(answer),
  };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('a confirmed action', () => {
  it('that fails after its dialog is canceled shows a toast', async () => {
    const { answers, refuse } = heldBack('stopWorkload', aWorkload);
    const listWorkloads = pageOf([aWorkload]);
    await renderApp({ path: '/workloads', language: 'en', answers: { listWorkloads, ...answers } });
    await press(`Actions for ${aWorkload.name}`);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Stop' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    refuse();
    expect(await screen.findByText(`${aWorkload.name} wasn’t stopped`)).toBeVisible();
    expect(screen.getByText('This isn’t possible in the current state.')).toBeVisible();
  });
});

describe('a confirmed action that succeeds after its dialog is canceled', () => {
  it('keeps a dialog open that was opened since', async () => {
    const { answers, accept } = heldBack('stopWorkload', aWorkload);
    const other = { ...aWorkload, name: 'other', uid: 'other' };
    const listWorkloads = pageOf([aWorkload, other]);
    await renderApp({ path: '/workloads', language: 'en', answers: { listWorkloads, ...answers } });
    const ask = async (name: string) => {
      await press(`Actions for ${name}`);
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Stop' }));
      return within(await screen.findByRole('dialog'));
    };
    const first = await ask(aWorkload.name);
    await userEvent.click(first.getByRole('button', { name: 'Stop' }));
    await userEvent.click(first.getByRole('button', { name: 'Cancel' }));
    await ask(other.name);
    accept();
    await screen.findByText(new RegExp(`${aWorkload.name}.*(stopping|stopped)`, 'i'));
    expect(screen.getByRole('dialog', { name: /other/ })).toBeVisible();
  });
});

describe('a confirmed action without an answer', () => {
  it('warns that it may have taken effect', async () => {
    const stopWorkload = () => {
      throw new TypeError('Failed to fetch');
    };
    const listWorkloads = pageOf([aWorkload]);
    await renderApp({ path: '/workloads', language: 'en', answers: { listWorkloads, stopWorkload } });
    await press(`Actions for ${aWorkload.name}`);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Stop' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
    expect(await within(dialog).findByText(/It may still have gone through/)).toBeVisible();
  });
});

describe('a form', () => {
  async function leaveWhileSaving(held: ReturnType<typeof heldBack>) {
    const { name } = anAdminImage;
    const shown = await renderApp({
      path: `/admin/vm-images/edit/${name}`,
      as: 'admin',
      language: 'en',
      answers: { getVmImage: anAdminImage, listAuditEntries: pageOf([]), ...held.answers },
    });
    await userEvent.type(await screen.findByRole('textbox', { name: /^Version/ }), '9');
    await press('Save');
    await waitFor(() => expect(shown.api.of('updateVmImage')).toHaveLength(1));
    act(() => void shown.router.navigate('/admin/audit'));
    await press('Discard and leave');
    await screen.findByRole('heading', { name: 'Audit log' });
    return shown;
  }

  it('that fails after its page is left shows a toast', async () => {
    const held = heldBack('updateVmImage', anAdminImage);
    await leaveWhileSaving(held);
    held.refuse();
    expect(await screen.findByText('VM image not updated')).toBeVisible();
  });

  it('that is saved after its page is left does not navigate away from the next page', async () => {
    const held = heldBack('updateVmImage', anAdminImage);
    const { router } = await leaveWhileSaving(held);
    held.accept();
    expect(await screen.findByText('VM image updated')).toBeVisible();
    expect(router.state.location.pathname).toBe('/admin/audit');
  });
});

describe('an order', () => {
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII0nRLjv7ECA8UZYBgpvdtGcYOIc5KpApTJruhZFE1s1';

  async function leaveWhileOrdering(held: ReturnType<typeof heldBack>) {
    keepDraft('demo', { ...emptyOrder, name: 'train', authorizedKeys: [key] });
    const shown = await renderApp({
      path: '/workloads/create',
      language: 'en',
      answers: {
        listCatalogueSkus: pageOf([aSku]),
        listCatalogueRegions: pageOf([aRegion]),
        listCatalogueImages: pageOf([anImage]),
        listSshKeys: pageOf([]),
        createQuote: aQuote,
        ...held.answers,
      },
    });
    const button = await screen.findByRole('button', { name: 'Place order' });
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.click(button);
    await waitFor(() => expect(shown.api.of('createWorkload')).toHaveLength(1));
    await act(() => shown.router.navigate('/notices'));
    await screen.findByRole('heading', { name: 'Notifications' });
    return shown;
  }

  it('that is refused after its page is left shows a toast', async () => {
    const held = heldBack('createWorkload', aWorkload);
    await leaveWhileOrdering(held);
    held.refuse();
    expect(await screen.findByText('The order for train wasn’t placed')).toBeVisible();
  });

  it('that is placed after its page is left does not navigate away from the next page', async () => {
    const held = heldBack('createWorkload', aWorkload);
    const { router } = await leaveWhileOrdering(held);
    held.accept();
    expect(await screen.findByText(/Order placed/)).toBeVisible();
    expect(router.state.location.pathname).toBe('/notices');
  });
});
