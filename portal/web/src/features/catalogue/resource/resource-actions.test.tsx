import { expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiRefusal, pageOf, type Answers } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAdminImage } from '../../../testing/samples.ts';

const image = { ...anAdminImage, name: 'rocky-9' };
const gone = () => {
  throw new ApiRefusal(404, { code: 'RESOURCE_NOT_FOUND', requestId: 'r-1' });
};

async function ask(path: string, action: string, answers: Answers) {
  const app = await renderApp({
    path,
    as: 'admin',
    language: 'en',
    answers: { listVmImages: pageOf([image]), listAllWorkloads: pageOf([]), ...answers },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for rocky-9' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  return { ...app, dialog: await screen.findByRole('dialog') };
}

it.each(['/admin/vm-images', '/admin/vm-images/rocky-9'])(
  'closes the dialog if another user has switched the object to that state, on %s',
  async (path) => {
    let now: typeof image = image;
    const { client, dialog } = await ask(path, 'Disable', { getVmImage: () => now });
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(dialog).toBeVisible();
    now = { ...image, status: 'disabled', etag: '2' };
    await act(() => client.invalidateQueries({ queryKey: ['getVmImage'] }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

it('closes the dialog if the object to delete is gone', async () => {
  let isGone = false;
  const { client } = await ask('/admin/vm-images', 'Delete', {
    getVmImage: () => (isGone ? gone() : image),
  });
  isGone = true;
  await act(() => client.invalidateQueries({ queryKey: ['getVmImage'] }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('distinguishes machines of several users that prevent a deletion', async () => {
  const items = ['alice', 'bob'].map((user) => ({ kind: 'WORKLOAD' as const, name: 'inference', user }));
  const { dialog } = await ask('/admin/vm-images', 'Delete', {
    getVmImage: image,
    deleteVmImage: () => {
      const details = { reason: 'IMAGE_IN_USE' as const, usedBy: { total: 15, items } };
      throw new ApiRefusal(409, { code: 'FORBIDDEN', requestId: 'r-1', details });
    },
  });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'rocky-9' } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await within(dialog).findByRole('link', { name: 'alice/inference' });
  expect(within(dialog).getByRole('link', { name: 'bob/inference' })).toHaveAttribute(
    'href',
    '/admin/workloads/bob/inference',
  );
  expect(within(dialog).getByRole('link', { name: 'and 13 more' })).toHaveAttribute(
    'href',
    '/admin/vm-images/rocky-9?tab=workloads',
  );
});
