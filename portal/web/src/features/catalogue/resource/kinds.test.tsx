/** Every kind of the catalogue in both languages: list, details, create, edit, switch and delete. */
import { describe, expect, it } from '@jest/globals';
import { endpoints, type OperationId } from '@gpulease/contract/endpoints';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { admin as enAdmin } from '../../../i18n/locales/en/admin.ts';
import { en } from '../../../i18n/locales/en/index.ts';
import { admin as zhAdmin } from '../../../i18n/locales/zh/admin.ts';
import { zh } from '../../../i18n/locales/zh/index.ts';
import { ApiRefusal, pageOf, type Answers } from '../../../testing/fake-api.ts';
import { latinWords } from '../../../testing/latin.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import {
  anAdminGpu,
  anAdminImage,
  anAdminPolicy,
  anAdminRegion,
  anAdminSku,
  aNode,
} from '../../../testing/samples.ts';
import type { ManagedItem } from './resource-kind.ts';

interface Case {
  readonly area: keyof typeof zh.catalogue.kind;
  readonly one: string;
  readonly many: string;
  readonly item: ManagedItem;
  readonly details: string;
  /** The number of invalid fields in an empty form. Fields that depend on others are checked after those. */
  readonly required: number;
}

const cases: readonly Case[] = [
  { area: 'regions', one: 'Region', many: 'Regions', item: anAdminRegion, details: '9-1', required: 2 },
  { area: 'nodes', one: 'Node', many: 'Nodes', item: aNode, details: '9-1/7-1', required: 8 },
  { area: 'gpus', one: 'Gpu', many: 'Gpus', item: anAdminGpu, details: '1', required: 5 },
  { area: 'skus', one: 'Sku', many: 'Skus', item: anAdminSku, details: '1', required: 7 },
  { area: 'vm-images', one: 'VmImage', many: 'VmImages', item: anAdminImage, details: '12', required: 5 },
  {
    area: 'pricing-policies',
    one: 'PricingPolicy',
    many: 'PricingPolicies',
    item: anAdminPolicy,
    details: '1',
    required: 2,
  },
];

/** The ids of docs/specification-coverage.md that the tests of a kind cover. */
const proven = {
  regions: { list: 'SPEC-2.22', details: '', create: 'SPEC-2.23', edit: '', notices: 'SPEC-8.40' },
  nodes: { list: 'SPEC-2.24', details: 'SPEC-2.25', create: 'SPEC-2.26', edit: '', notices: 'SPEC-8.41' },
  gpus: { list: 'SPEC-2.27', details: '', create: 'SPEC-2.29', edit: 'SPEC-2.28', notices: 'SPEC-8.37' },
  skus: { list: 'SPEC-2.30', details: '', create: 'SPEC-2.32', edit: 'SPEC-2.31', notices: 'SPEC-8.38' },
  'vm-images': {
    list: 'SPEC-2.33',
    details: '',
    create: 'SPEC-2.35',
    edit: 'SPEC-2.34',
    notices: 'SPEC-8.39',
  },
  'pricing-policies': { list: '', details: '', create: '', edit: '', notices: 'SPEC-8.42' },
} as const;
const ids = (...lists: string[]) => {
  const all = lists.filter(Boolean).join(', ');
  return all === '' ? '' : ` (${all})`;
};

const all = {
  getAdminSession: {
    user: {
      username: '1',
      role: 'ADMIN',
      language: null,
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
    },
    expiresAt: null,
  },
  listRegions: pageOf([anAdminRegion]),
  listNodes: pageOf([aNode]),
  listGpus: pageOf([anAdminGpu]),
  listSkus: pageOf([anAdminSku]),
  listVmImages: pageOf([anAdminImage]),
  listPricingPolicies: pageOf([anAdminPolicy]),
  listAllWorkloads: pageOf([]),
  listClusterNodes: pageOf([]),
} satisfies Answers;

const languages = [
  ['zh', { ...zh, ...zhAdmin }],
  ['en', { ...en, ...enAdmin }],
] as const;
const inBoth = cases.flatMap((kind) => languages.map(([language, texts]) => ({ ...kind, language, texts })));

const idOf = (verb: string, { one }: Pick<Case, 'one'>) => `${verb}${one}` as OperationId;
const filled = (text: string, values: Record<string, string>) =>
  Object.entries(values).reduce((done, [name, value]) => done.replaceAll(`{{${name}}}`, value), text);

function wordsOf({ area, texts }: (typeof inBoth)[number]) {
  const { catalogue } = texts;
  const values = { Kind: catalogue.kind[area], kind: catalogue.inSentence[area] };
  return (
    key: 'create' | 'created' | 'updated' | 'deleted' | 'createFailed' | 'updateFailed' | 'deleteFailed',
  ) => filled(catalogue[key], values);
}

async function open(kind: (typeof inBoth)[number], path: string, answers: Answers = {}) {
  return renderApp({
    path: `/admin/${kind.area}${path}`,
    as: 'admin',
    language: kind.language,
    answers: { ...all, [idOf('get', kind)]: kind.item, ...answers },
  });
}

async function expectChinese(language: string) {
  await waitFor(() => expect(screen.queryAllByText(zh.common.loading)).toEqual([]));
  if (language === 'zh') expect(latinWords(document.body)).toEqual([]);
}

describe.each(inBoth)('$area in $language', (kind) => {
  const { texts, item, language } = kind;
  const words = wordsOf(kind);
  const more = (count: number) => filled(texts.usedBy.more_other, { count: String(count) });
  const name = { name: item.name };
  const proves = proven[kind.area];

  it(`are listed, with links to each and to the creation form${ids(proves.list)}`, async () => {
    await open(kind, '');
    expect(await screen.findByRole('link', { name: item.name })).toHaveAttribute(
      'href',
      `/admin/${kind.area}/${kind.details}`,
    );
    expect(screen.getByRole('link', { name: words('create') })).toHaveAttribute(
      'href',
      `/admin/${kind.area}/create`,
    );
    await expectChinese(language);
  });

  it(`have a details page with the objects that use them${ids(proves.details)}`, async () => {
    await open(kind, `/${kind.details}`);
    await screen.findByRole('heading', { level: 1, name: item.name });
    const tabs = screen.getAllByRole('tab');
    for (const tab of tabs.slice(1)) {
      await userEvent.click(tab);
      await expectChinese(language);
    }
    expect(tabs.length).toBeGreaterThan(1);
  });

  it(`are not created without the required fields${ids(proves.create)}`, async () => {
    const { api } = await open(kind, '/create');
    await userEvent.click(await screen.findByRole('button', { name: words('create') }));
    await waitFor(() => expect(document.querySelectorAll('[aria-invalid="true"]').length).toBeGreaterThan(0));
    await waitFor(() => {
      const messages = document.querySelectorAll('.pf-m-error.pf-v6-c-helper-text__item');
      expect(messages.length).toBeGreaterThanOrEqual(kind.required);
    });
    expect(api.of(idOf('create', kind))).toEqual([]);
    await expectChinese(language);
    // An input named like a property of elements would hide the form's own property.
    for (const input of document.querySelectorAll('form [name]'))
      expect(Element.prototype).not.toHaveProperty(input.getAttribute('name') ?? '');
  });

  it(`are saved with the changes, at the displayed version${ids(proves.edit, proves.notices)}`, async () => {
    const update = brokenAtFirst(item);
    const { api, router } = await open(kind, `/edit/${item.name}`, { [idOf('update', kind)]: update });
    await edit(kind);
    await userEvent.click(screen.getByRole('button', { name: texts.common.save }));
    await screen.findByText(words('updateFailed'), { exact: false });
    await userEvent.click(screen.getByRole('button', { name: texts.common.save }));
    await screen.findByText(words('updated'));
    const asked = api.of(idOf('update', kind)).at(-1);
    expect(asked?.headers['if-match']).toBe('"1"');
    expect(asked?.body).toMatchObject(editedAs(kind.area));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/${kind.area}/${kind.details}`));
  });

  it('keep edits after a concurrent change, and show the other values', async () => {
    let now: ManagedItem = item;
    const { client } = await open(kind, `/edit/${item.name}`, { [idOf('get', kind)]: () => now });
    await edit(kind);
    now = { ...item, [edits[kind.area][0]]: '77', etag: '2' };
    await act(() => client.invalidateQueries({ queryKey: [idOf('get', kind)] }));
    await screen.findByText(texts.catalogue.overtakenBody);
    await screen.findByText(filled(texts.catalogue.latestValue, { value: '77' }));
    expect(editedInput(kind)).toHaveValue(edited(kind.area));
  });

  it(`are deleted, or show the objects that still use them${ids(proves.notices)}`, async () => {
    let isUsed = true;
    const { router } = await open(kind, `/${kind.details}`, {
      [idOf('delete', kind)]: () => {
        if (!isUsed) return undefined;
        const usedBy = { total: 12, items: [{ kind: 'SKU' as const, name: '4' }] };
        throw new ApiRefusal(409, {
          code: 'FORBIDDEN',
          requestId: '7',
          details: { reason: 'IN_USE', usedBy },
        });
      },
    });
    const menu = filled(texts.table.actionsOf, name);
    await userEvent.click(await screen.findByRole('button', { name: menu }));
    await userEvent.click(await screen.findByRole('menuitem', { name: texts.common.delete }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: item.name } });
    const confirm = within(dialog).getByRole('button', { name: texts.common.delete });
    await userEvent.click(confirm);
    await within(dialog).findByText(new RegExp(words('deleteFailed')));
    expect(within(dialog).getByRole('link', { name: '4' })).toHaveAttribute('href', '/admin/skus/4');
    expect(within(dialog).getByRole('link', { name: more(11) })).toHaveAttribute(
      'href',
      `/admin/${kind.area}/${kind.details}?tab=skus`,
    );
    await expectChinese(language);
    isUsed = false;
    await userEvent.click(confirm);
    await screen.findByText(words('deleted'));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/${kind.area}`));
  });

  it('cannot be edited while they are managed from Git', async () => {
    const managedBy = { tool: 'FLUX' as const, name: '77' };
    const answers = { [idOf('get', kind)]: { ...item, managedBy } } as Answers;
    await open(kind, `/edit/${item.name}`, answers);
    await screen.findByText(new RegExp(texts.catalogue.managedBody));
    expect(screen.queryByRole('button', { name: texts.common.save })).toBeNull();
  });
});

describe.each(inBoth.filter(({ area }) => area === 'gpus'))('a new GPU in $language', (kind) => {
  it('reports whether it was created (SPEC-8.37)', async () => {
    const words = wordsOf(kind);
    const { router } = await open(kind, '/create', { createGpu: brokenAtFirst(anAdminGpu) });
    const submit = await screen.findByRole('button', { name: words('create') });
    const values = { name: anAdminGpu.name, vendor: '7', model: '7', memory: '80', deviceName: 'a.b/c' };
    for (const [name, value] of Object.entries(values))
      fireEvent.change(inputOf(name), { target: { value } });
    await userEvent.click(submit);
    await screen.findByText(words('createFailed'), { exact: false });
    await userEvent.click(submit);
    await screen.findByText(words('created'));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/gpus/${kind.details}`));
  });
});

describe.each(inBoth.filter(({ one }) => `set${one}Status` in endpoints))('$area in $language', (kind) => {
  const { texts, item } = kind;

  it('are switched off after an explanation', async () => {
    const { api } = await open(kind, '', { [`set${kind.one}Status`]: item });
    await userEvent.click(
      await screen.findByRole('button', { name: filled(texts.table.actionsOf, { name: item.name }) }),
    );
    const off = texts.catalogue.toggle[kind.one === 'VmImage' ? 'disabled' : 'inactive'];
    await userEvent.click(await screen.findByRole('menuitem', { name: off }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(texts.catalogue.consequence.closed[kind.area as 'skus']);
    await userEvent.click(within(dialog).getByRole('button', { name: off }));
    await waitFor(() => expect(api.of(`set${kind.one}Status` as OperationId)).toHaveLength(1));
  });
});

/** One changed text of each kind. */
const edits = {
  regions: ['description', '9'],
  nodes: ['description', '9'],
  gpus: ['model', '9'],
  skus: ['displayName', '9'],
  'vm-images': ['version', '9'],
  'pricing-policies': ['price', '9.5'],
} as const;

const edited = (area: Case['area']) => edits[area][1];
const editedAs = (area: Case['area']) => ({ [edits[area][0]]: edits[area][1] });

/** A server that fails once and then answers. */
function brokenAtFirst<Item extends ManagedItem>(item: Item) {
  let isBroken = true;
  return () => {
    if (!isBroken) return item;
    isBroken = false;
    throw new ApiRefusal(500, { code: 'INTERNAL', requestId: '7' });
  };
}

const editedInput = ({ area }: Pick<Case, 'area'>) => inputOf(edits[area][0]);

function inputOf(name: string): HTMLElement {
  const input = document.querySelector<HTMLElement>(`[name="${name}"]`);
  if (!input) throw new Error(`There is no input ${name}.`);
  return input;
}

async function edit(kind: Pick<Case, 'area'>) {
  await waitFor(() => editedInput(kind));
  fireEvent.change(editedInput(kind), { target: { value: edited(kind.area) } });
}
