import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { en } from '../../../i18n/locales/en/index.ts';
import { zh } from '../../../i18n/locales/zh/index.ts';
import { pageOf } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aNode } from '../../../testing/samples.ts';

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

/** What a fact is called, and the fact. */
function textOf(fact: HTMLElement): string | null | undefined {
  return fact.closest('.pf-v6-c-description-list__group')?.textContent;
}
