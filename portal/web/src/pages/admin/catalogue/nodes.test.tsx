import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { en } from '../../../i18n/locales/en/index.ts';
import { zh } from '../../../i18n/locales/zh/index.ts';
import { pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aNode, anAdminRegion, anAdminSku } from '../../../testing/samples.ts';

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

it.each([
  ['zh', zh],
  ['en', en],
] as const)('a node that is not ready says so beside its name, in %s', async (language, { catalogue }) => {
  const broken = {
    ...aNode,
    condition: { ready: false, reason: 'NodeNotReady', message: 'The Node does not answer.' },
  };
  await renderApp({
    path: `/admin/nodes/${aNode.region}/${aNode.name}`,
    as: 'admin',
    language,
    answers: { getNode: broken, listAllWorkloads: pageOf([]) },
  });
  const title = await screen.findByRole('heading', { level: 1, name: aNode.name });
  const header = title.closest<HTMLElement>('.pf-v6-c-page__main-section');
  expect(within(header!).getByText(catalogue.isNotReady)).toBeVisible();
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
  const dialog = await screen.findByRole('dialog', { name: /End maintenance of node 7-1\?/ });
  await userEvent.click(within(dialog).getByRole('button', { name: 'End maintenance' }));
  await waitFor(() => expect(api.of('setNodeStatus')).toMatchObject([{ body: { status: 'active' } }]));
});

const east = { ...anAdminRegion, translations: { en: { displayName: 'East China' } } };
const sku = { ...anAdminSku, translations: { en: { displayName: 'Training' } } };

it('is created in an English console from choices that are called in English', async () => {
  await renderApp({
    path: '/admin/nodes/create',
    as: 'admin',
    language: 'en',
    answers: {
      listRegions: pageOf([east]),
      listSkus: pageOf([sku]),
      listGpus: pageOf([]),
      listClusterNodes: pageOf([]),
    },
  });
  await screen.findByRole('option', { name: 'East China (9-1)' });
  await userEvent.click(screen.getByRole('button', { name: /SKUs/ }));
  await screen.findByText('Training (1)');
});

/** What a fact is called, and the fact. */
function textOf(fact: HTMLElement): string | null | undefined {
  return fact.closest('.pf-v6-c-description-list__group')?.textContent;
}
