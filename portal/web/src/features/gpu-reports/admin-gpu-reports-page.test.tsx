import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aCustomerGpuReport } from '../../testing/samples.ts';

async function openMenu(status: typeof aCustomerGpuReport.status) {
  const app = await renderApp({
    path: '/admin/gpu-reports',
    as: 'admin',
    language: 'en',
    answers: {
      listAllGpuReports: pageOf([{ ...aCustomerGpuReport, status }]),
      answerGpuReport: aCustomerGpuReport,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for demo/1-1' }));
  return app;
}

it('shows the report with its node and answers the customer', async () => {
  const { api } = await openMenu('OPEN');
  const row = screen.getByRole('row', { name: /demo\/1-1/ });
  expect(row).toHaveTextContent(/7-1.*Errors \(Xid, ECC, CUDA\).*Xid 79.*Open/);
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Confirm', 'Repaired', 'No fault found', 'Quarantine GPUs', 'Credit the customer']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'No fault found' }));
  const dialog = await screen.findByRole('dialog', { name: 'Answer the report of demo/1-1' });
  await userEvent.type(within(dialog).getByLabelText(/^Answer/), 'The driver is too old.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'No fault found' }));
  await waitFor(() =>
    expect(api.of('answerGpuReport')).toMatchObject([
      { body: { status: 'DISMISSED', reason: 'The driver is too old.' } },
    ]),
  );
  expect(await screen.findByText('The customer was notified.')).toBeVisible();
});

it('credits the cost since the report unless the operator opts out', async () => {
  const app = await renderApp({
    path: '/admin/gpu-reports',
    as: 'admin',
    language: 'en',
    answers: {
      listAllGpuReports: pageOf([{ ...aCustomerGpuReport, credit: '12000.00' }]),
      answerGpuReport: aCustomerGpuReport,
      getGpuReportCredit: { amount: '52.10' },
      getApprovalLimit: { above: '50.00' },
    },
  });
  expect(await screen.findByRole('row', { name: /demo\/1-1/ })).toHaveTextContent(
    /12,000\.00\) needs approval/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Actions for demo/1-1' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Confirm' }));
  const dialog = await screen.findByRole('dialog', { name: 'Answer the report of demo/1-1' });
  const credit = await within(dialog).findByRole('checkbox', {
    name: /^Credit .*¥52\.10.*, the cost since the report/,
  });
  expect(credit).toBeChecked();
  expect(await within(dialog).findByText(/need a second administrator/)).toBeVisible();
  await userEvent.click(credit);
  await userEvent.type(within(dialog).getByLabelText(/^Answer/), 'Xid 79.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(app.api.of('answerGpuReport')).toMatchObject([{ body: { credit: false } }]));
});

it('links from a report to the quarantine of its node', async () => {
  const { router } = await openMenu('CONFIRMED');
  expect(screen.queryByRole('menuitem', { name: 'Confirm' })).toBeNull();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Quarantine GPUs' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/nodes/9-1/7-1'));
  expect(router.state.location.search).toBe('?tab=quarantine');
});

it.each([
  ['PASSED', null, 'OPEN', /Its GPUs passed a check after the report/],
  [
    'FAILED',
    '0000:17:00.0',
    'CONFIRMED',
    /Confirmed by a check.*GPU 0000:17:00\.0 failed a check after the report/,
  ],
] as const)('shows the result of a check: %s', async (result, failedDevice, status, text) => {
  const check = { result, at: aCustomerGpuReport.createdAt };
  await renderApp({
    path: '/admin/gpu-reports',
    as: 'admin',
    language: 'en',
    answers: { listAllGpuReports: pageOf([{ ...aCustomerGpuReport, status, check, failedDevice }]) },
  });
  expect(await screen.findByRole('row', { name: /demo\/1-1/ })).toHaveTextContent(text);
});
