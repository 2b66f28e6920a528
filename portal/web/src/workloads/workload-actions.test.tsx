import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { aWorkload } from '../testing/samples.ts';

async function choose(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions of ${aWorkload.name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  return screen.findByRole('dialog');
}

const answers = { listWorkloads: pageOf([aWorkload]) };

it('offers only what the state allows', async () => {
  await renderApp({ path: '/workloads', language: 'en', answers });
  await userEvent.click(await screen.findByRole('button', { name: `Actions of ${aWorkload.name}` }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Stop', 'Restart', 'Destroy']);
});

it('destroys only after the name was typed', async () => {
  const { api } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: { ...answers, destroyWorkload: { ...aWorkload, status: 'DESTROYING' } },
  });
  const dialog = await choose('Destroy');
  const button = within(dialog).getByRole('button', { name: 'Destroy' });
  expect(button).toBeDisabled();
  await userEvent.type(within(dialog).getByRole('textbox'), 'wrong');
  expect(button).toBeDisabled();
  await userEvent.clear(within(dialog).getByRole('textbox'));
  await userEvent.type(within(dialog).getByRole('textbox'), aWorkload.name);
  await userEvent.click(button);
  await screen.findByText(`${aWorkload.name} is being destroyed.`);
  expect(api.of('destroyWorkload')).toHaveLength(1);
});

it('says what happens to data and money before a machine is stopped', async () => {
  await renderApp({ path: '/workloads', language: 'en', answers });
  const dialog = await choose('Stop');
  expect(dialog).toHaveTextContent('Billing ends and the disk is kept.');
  expect(dialog).toHaveTextContent('Machines stop when the balance is used up.');
});

it('starts at the price that was shown', async () => {
  const stopped = { ...aWorkload, status: 'STOPPED', allowedActions: ['start'], startPrice: '8.00' } as const;
  const { api } = await renderApp({
    path: '/workloads',
    language: 'en',
    answers: {
      listWorkloads: pageOf([{ ...stopped, allowedActions: ['start' as const] }]),
      startWorkload: aWorkload,
    },
  });
  const dialog = await choose('Start');
  expect(dialog).toHaveTextContent('$1.11 (¥8.00) / hour');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
  await waitFor(() => expect(api.of('startWorkload')).toHaveLength(1));
  expect(api.of('startWorkload')[0]?.body).toEqual({ expectedPrice: '8.00' });
  expect(api.of('startWorkload')[0]?.headers).toHaveProperty('idempotency-key');
});

it('says why an action was refused', async () => {
  await renderApp({
    path: '/workloads',
    language: 'en',
    answers: {
      ...answers,
      stopWorkload: () => {
        throw new ApiRefusal(409, {
          code: 'REQUEST_FAILED',
          requestId: 'r-9',
          details: { reason: 'ILLEGAL_TRANSITION' },
        });
      },
    },
  });
  const dialog = await choose('Stop');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
  await screen.findByText('This is not possible in the present state.');
  expect(screen.getByText('r-9')).toBeInTheDocument();
});
