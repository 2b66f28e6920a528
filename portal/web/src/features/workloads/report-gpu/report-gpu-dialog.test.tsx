import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf, type Answers } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aGpuReport, aWorkload } from '../../../testing/samples.ts';

async function openMenu(answers: Answers) {
  const app = await renderApp({
    path: `/workloads/${aWorkload.name}`,
    language: 'en',
    answers: { getWorkload: aWorkload, listGpuReports: pageOf([]), ...answers },
  });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aWorkload.name}` }));
  return app;
}

it('a GPU that does not work is reported with its symptoms', async () => {
  const { api } = await openMenu({ reportGpu: aGpuReport });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report a GPU' }));
  const dialog = await screen.findByRole('dialog', { name: `Report the GPU of ${aWorkload.name}` });
  expect(within(dialog).getByText(/keeps running and is billed/)).toBeVisible();
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Errors (Xid, ECC, CUDA)' }));
  await userEvent.type(within(dialog).getByLabelText(/^Details/), 'Xid 79');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Report' }));
  await waitFor(() =>
    expect(api.of('reportGpu')).toMatchObject([{ body: { fault: 'ERRORS', details: 'Xid 79' } }]),
  );
  expect(await screen.findByText('Reported. We’ll notify you of our answer.')).toBeVisible();
});

it('a GPU is not reported again while its report is open', async () => {
  await openMenu({ listGpuReports: pageOf([aGpuReport]) });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Report a GPU' }));
  expect(await screen.findByText(/We’re looking into it/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
});

it.each([
  ['that has none', { resources: { ...aWorkload.resources, gpuModel: null, gpuNumber: 0 } }],
  ['that is stopped', { status: 'STOPPED' }],
] as const)('a GPU cannot be reported for a machine %s', async (_, change) => {
  await openMenu({ getWorkload: { ...aWorkload, ...change } });
  await screen.findAllByRole('menuitem');
  expect(screen.queryByRole('menuitem', { name: 'Report a GPU' })).toBeNull();
});
