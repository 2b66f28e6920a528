import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAdminImage } from '../../../testing/samples.ts';

async function open() {
  const answers = { getVmImage: anAdminImage, updateVmImage: anAdminImage };
  const shown = await renderApp({ path: '/admin/vm-images/edit/12', as: 'admin', language: 'en', answers });
  await screen.findByRole('textbox', { name: 'CUDA' });
  return shown;
}

const driver = () => screen.getByRole('textbox', { name: 'GPU driver' });
const cuda = () => screen.getByRole('textbox', { name: 'CUDA' });
const metricsPort = () => screen.getByRole('spinbutton', { name: 'GPU metrics port' });
const save = async () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('removes the GPU software of an image when versions and port are cleared', async () => {
  const { api } = await open();
  await userEvent.clear(driver());
  await userEvent.clear(cuda());
  await userEvent.clear(metricsPort());
  await save();
  await waitFor(() => expect(api.of('updateVmImage')).toHaveLength(1));
  expect(api.of('updateVmImage')[0]?.body).toMatchObject({
    gpuDriverVersion: null,
    cudaVersion: null,
    gpuMetricsPort: null,
  });
});

it.each([
  ['a CUDA version', metricsPort],
  ['a metrics port', cuda],
])('requires a driver if there is %s', async (_, other) => {
  const { api } = await open();
  await userEvent.clear(driver());
  await userEvent.clear(other());
  await save();
  expect(await screen.findByText('This field is required.')).toBeVisible();
  expect(driver()).toBeInvalid();
  expect(api.of('updateVmImage')).toEqual([]);
});

it('explains the format of an invalid version', async () => {
  await open();
  await userEvent.clear(cuda());
  await userEvent.type(cuda(), 'cu124');
  await save();
  await waitFor(() => expect(cuda()).toBeInvalid());
  expect(screen.getAllByText(/two or three numbers, such as 12.4/)).toHaveLength(1);
});
