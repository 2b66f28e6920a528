import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { en } from '../../../i18n/locales/en/index.ts';
import { zh } from '../../../i18n/locales/zh/index.ts';
import { ApiRefusal, pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAdminRegion, aNode } from '../../../testing/samples.ts';

it.each([
  ['zh', zh],
  ['en', en],
] as const)('a node says the unit of its memory and storage once, in %s', async (language, { node }) => {
  await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}`,
    as: 'admin',
    language,
    answers: { getNode: aNode, listClusterNodes: pageOf([]), listAllWorkloads: pageOf([]) },
  });
  expect(textOf(await screen.findByText('1,048,576 MB'))).toBe(`${node.memory}1,048,576 MB`);
  expect(textOf(screen.getByText('7,000 GB'))).toBe(`${node.storage}7,000 GB`);
  expect(`${node.memory}${node.storage}`).not.toMatch(/MB|GB/);
});

it('says at the fields of a node whose choices could not be loaded, and tries again', async () => {
  let isDown = true;
  const whenUp = <T,>(items: T[]) => {
    if (isDown) throw new ApiRefusal(500, { code: 'INTERNAL', requestId: 'r' });
    return pageOf(items);
  };
  await renderApp({
    path: '/admin/nodes/create',
    as: 'admin',
    language: 'en',
    answers: {
      listRegions: () => whenUp([anAdminRegion]),
      listClusterNodes: () => whenUp([]),
      listGpus: pageOf([]),
      listSkus: pageOf([]),
    },
  });
  await waitFor(() => expect(screen.getAllByText(/The choices couldn’t be loaded/)).toHaveLength(2));
  isDown = false;
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(button);
  await waitFor(() => expect(screen.queryByText(/The choices couldn’t be loaded/)).toBeNull());
  expect(screen.getByRole('option', { name: new RegExp(anAdminRegion.name) })).toBeInTheDocument();
});

it('the maintenance of a node is ended', async () => {
  const inMaintenance = { ...aNode, status: 'maintenance' as const };
  const { api } = await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}`,
    as: 'admin',
    language: 'en',
    answers: { getNode: inMaintenance, setNodeStatus: aNode, listAllWorkloads: pageOf([]) },
  });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aNode.name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'End maintenance' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'End maintenance' }));
  await waitFor(() => expect(api.of('setNodeStatus')).toMatchObject([{ body: { status: 'active' } }]));
});

it('a switch that was refused as out of date works the second time', async () => {
  const inMaintenance = { ...aNode, status: 'maintenance' as const };
  let etag = aNode.etag;
  const { api } = await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}`,
    as: 'admin',
    language: 'en',
    answers: {
      getNode: () => ({ ...inMaintenance, etag }),
      listAllWorkloads: pageOf([]),
      setNodeStatus: ({ headers }) => {
        if (headers['if-match'] === '"2"') return aNode;
        etag = '2';
        throw new ApiRefusal(412, { code: 'REQUEST_FAILED', requestId: 'r', details: { reason: 'STALE' } });
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${aNode.name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'End maintenance' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'End maintenance' }));
  expect(await within(dialog).findByText(/Someone else changed this/)).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'End maintenance' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.of('setNodeStatus')).toHaveLength(2);
});

/** What a fact is called, and the fact. */
function textOf(fact: HTMLElement): string | null | undefined {
  return fact.closest('.pf-v6-c-description-list__group')?.textContent;
}
