import { languages, type Language } from '@gpulease/contract/enums';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { makingsOf, namesOf, type Making, type Names } from './support/catalogue.ts';
import { enter } from './support/console.ts';
import { expectRefused, expectTimes, expectValues, fill, input, openAdmin, submit } from './support/forms.ts';
import { kubectl, kubectlGet } from './support/kubectl.ts';

/** Texts that an operator reads. Written out, so that a changed text fails the test. */
interface CatalogueWords {
  required: string;
  badName: string;
  created: string;
  updated: string;
  overtaken: string;
  deactivate: string;
  activate: string;
  inactive: string;
  active: string;
  delete: string;
  inUse: string;
  actionsOf: (name: string) => string;
  managed: string;
  edit: string;
}

const words: Readonly<Record<Language, CatalogueWords>> = {
  zh: {
    required: '此项为必填项',
    badName: '名称只能包含小写字母、数字、点和连字符',
    created: '创建成功',
    updated: '更新成功',
    overtaken: '刚被他人修改',
    deactivate: '停用',
    activate: '启用',
    inactive: '已停用',
    active: '正常',
    delete: '删除',
    inUse: '规格正在使用中，无法删除',
    actionsOf: (name) => `${name} 的操作`,
    managed: '由 Argo CD 管理',
    edit: '编辑',
  },
  en: {
    required: 'This field is required.',
    badName: 'Use lowercase letters, digits, dots and hyphens',
    created: ' created',
    updated: ' updated',
    overtaken: 'Someone else changed this',
    deactivate: 'Deactivate',
    activate: 'Activate',
    inactive: 'Inactive',
    active: 'Active',
    delete: 'Delete',
    inUse: 'Machine type in use cannot be deleted.',
    actionsOf: (name) => `Actions for ${name}`,
    managed: 'Managed by Argo CD',
    edit: 'Edit',
  },
};

for (const language of languages) {
  test(`operators make, change, switch off and delete what is sold (${language})`, async ({ page }) => {
    const names = namesOf(language);
    const makings = makingsOf(names);
    const say = words[language];
    await enter(page, 'admin', language);
    try {
      for (const making of makings) await make(page, making, language);
      await test.step('the cluster has what was typed (SPEC-3.49, SPEC-3.50)', () => expectObjects(names));
      await test.step('a change by kubectl is shown, not overwritten (SPEC-2.31)', () =>
        changeBeside(page, names, say));
      await test.step('a SKU is switched off and on (SPEC-3.22, SPEC-4.11, SPEC-4.12)', () =>
        toggle(page, { area: 'skus', name: names.sku }, say));
      await test.step('a region is switched off and on (SPEC-3.41, SPEC-4.13, SPEC-4.14)', () =>
        toggle(page, { area: 'regions', name: names.region }, say));
      await test.step('objects in use are not deleted (SPEC-8.30)', () => refuseDeletion(page, names, say));
    } finally {
      for (const { resource, name } of makings.toReversed())
        await kubectl(['delete', `${resource}.gpulease.dev`, name, '--ignore-not-found', '--wait=false']);
    }
  });

  test(`what Git manages is only shown (${language}) (SPEC-10.35)`, async ({ page }) => {
    const { policy } = namesOf(language);
    await enter(page, 'admin', language);
    try {
      await applyAsPipeline(policy);
      await showManaged(page, policy, words[language]);
    } finally {
      await kubectl(['delete', `pricingpolicies.gpulease.dev`, policy, '--ignore-not-found', '--wait=false']);
    }
  });
}

test('maintenance of several nodes starts for one reason, and ends together', async ({ page }) => {
  const nodes = ['e2e-rack-1', 'e2e-rack-2'];
  const states = async () => {
    const { items } = await kubectlGet<{ items: { spec: { state: string; maintenance?: object } }[] }>([
      'computenodes.gpulease.dev',
      ...nodes,
    ]);
    return items.map(({ spec: { state, maintenance } }) => ({ state, maintenance }));
  };
  const hosts = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: nodes.map(aHost) });
  expect((await kubectl(['apply', '-f', '-'], hosts)).stderr).toBe('');
  try {
    await enter(page, 'admin', 'en');
    await openAdmin(page, 'nodes?search=e2e-rack');
    const start = await actOnAll(page, 'Start maintenance');
    await start.locator('[name="maintenance.reason"]').fill('New firmware');
    await start.getByRole('button', { name: 'Start maintenance', exact: true }).click();
    await closeResults(page, 'Start maintenance: 2 done, 0 failed');
    const maintenance = { reason: 'New firmware', noticeSeconds: 600 };
    expect(await states()).toEqual(nodes.map(() => ({ state: 'Maintenance', maintenance })));
    const end = await actOnAll(page, 'End maintenance');
    await end.getByRole('button', { name: 'End maintenance', exact: true }).click();
    await closeResults(page, 'End maintenance: 2 done, 0 failed');
    expect((await states()).map(({ state }) => state)).toEqual(['Active', 'Active']);
  } finally {
    for (const name of nodes)
      await kubectl(['delete', 'computenodes.gpulease.dev', name, '--ignore-not-found', '--wait=false']);
  }
});

/** Returns a host of the demo's region without a Node, so that no machine is placed there. */
const aHost = (name: string) => ({
  apiVersion: 'gpulease.dev/v1alpha1',
  kind: 'ComputeNode',
  metadata: { name },
  spec: {
    description: 'A host that is not there',
    region: 'cn-north-1',
    resources: { cpu: 8, memory: '16Gi', storage: '100Gi' },
    skus: ['rtx-4090-1'],
  },
});

async function actOnAll(page: Page, action: string): Promise<Locator> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: '2 selected' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  return page.getByRole('dialog');
}

async function closeResults(page: Page, title: string): Promise<void> {
  const results = page.getByRole('dialog').filter({ hasText: title });
  await results.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(results).toHaveCount(0);
}

/** Opens a list through the menu, which is faster than loading the page. */
const openList = (page: Page, area: string) => page.locator(`nav a[href="/admin/${area}"]`).first().click();

async function make(page: Page, making: Making, language: Language): Promise<void> {
  const { area, name, values, kind, proves } = making;
  const say = words[language];
  await test.step(`${area}: the form says what it needs (${proves.form})`, async () => {
    await openList(page, area);
    await page.locator(`a[href="/admin/${area}/create"]`).click();
    await expect(input(page, 'name')).toBeVisible();
    await fill(page, making.emptied ?? {});
    await submit(page);
    await expectRefused(page, making.needs);
    await expect(page.locator('form').getByText(say.required).first()).toBeVisible();
    await fill(page, { name: 'Not_A_Name' });
    await expect(page.locator('form').getByText(say.badName).first()).toBeVisible();
  });
  await test.step(`${area}: a new one has what was typed (${proves.page})`, async () => {
    await fill(page, { name, ...values });
    await making.choose?.(page);
    await submit(page);
    await expect(page).toHaveURL(new RegExp(`/${name}$`));
    await expect(page.getByText(kind[language] + say.created)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expectValues(page, making.shows);
    await expectTimes(page);
  });
  await test.step(`${area}: it is in the list (${proves.list})`, async () => {
    await openList(page, area);
    await expect(page.getByRole('grid').getByRole('link', { name, exact: true })).toBeVisible();
  });
  if (making.change) await change(page, making, language);
}

async function change(page: Page, making: Making, language: Language): Promise<void> {
  const { area, name, kind, proves } = making;
  await test.step(`${area}: it is edited (${proves.edit ?? ''})`, async () => {
    await page.getByRole('grid').getByRole('link', { name, exact: true }).click();
    await page.locator(`a[href="/admin/${area}/edit/${name}"]`).click();
    await fill(page, making.change ?? {});
    await submit(page);
    await expect(page).toHaveURL(new RegExp(`/${area}/${name}$`));
    await expect(page.getByText(kind[language] + words[language].updated)).toBeVisible();
    await expectValues(
      page,
      Object.values(making.change ?? {}).map((value) => new RegExp(`^${value}$`)),
    );
  });
}

/** Expects the typed values in the cluster, with a node's memory and storage in the form's units. */
async function expectObjects({ sku, gpu, policy, node }: Names): Promise<void> {
  const { spec } = await kubectlGet<{ spec: object }>([`skus.gpulease.dev/${sku}`]);
  expect(spec).toMatchObject({ cpu: 8, gpu: { model: gpu, count: 2 }, pricing: [policy] });
  const host = await kubectlGet<{ spec: object }>([`computenodes.gpulease.dev/${node}`]);
  expect(host.spec).toMatchObject({ resources: { memory: '256Gi', storage: '1000Gi' } });
}

async function changeBeside(page: Page, { sku }: Names, say: CatalogueWords): Promise<void> {
  await openAdmin(page, `skus/edit/${sku}`);
  await fill(page, { displayName: 'Changed here' });
  await kubectl(['patch', `skus.gpulease.dev/${sku}`, '--type=merge', '-p', '{"spec":{"cpu":16}}']);
  await expect(page.getByText(say.overtaken)).toBeVisible();
  await expect(input(page, 'cpu')).toHaveValue('16');
  await expect(input(page, 'displayName')).toHaveValue('Changed here');
  await submit(page);
  await expect(page).toHaveURL(new RegExp(`/${sku}$`));
  const { spec } = await kubectlGet<{ spec: object }>([`skus.gpulease.dev/${sku}`]);
  expect(spec).toMatchObject({ cpu: 16, displayName: 'Changed here' });
}

async function act(page: Page, name: string, say: CatalogueWords, action: string): Promise<Locator> {
  await page.getByRole('button', { name: say.actionsOf(name) }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  return page.getByRole('dialog');
}

async function toggle(
  page: Page,
  { area, name }: Pick<Making, 'area' | 'name'>,
  say: CatalogueWords,
): Promise<void> {
  await openAdmin(page, `${area}/${name}`);
  for (const [action, status] of [
    [say.deactivate, say.inactive],
    [say.activate, say.active],
  ] as const) {
    const dialog = await act(page, name, say, action);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(status, { exact: true }).first()).toBeVisible();
  }
}

async function refuseDeletion(page: Page, { sku, node, region }: Names, say: CatalogueWords): Promise<void> {
  await openAdmin(page, `skus/${sku}`);
  const dialog = await act(page, sku, say, say.delete);
  await dialog.getByRole('textbox').fill(sku);
  await dialog.getByRole('button', { name: say.delete, exact: true }).click();
  await expect(dialog.getByText(say.inUse)).toBeVisible();
  await expect(dialog.getByRole('link', { name: new RegExp(node) })).toHaveAttribute(
    'href',
    `/admin/nodes/${region}/${node}`,
  );
}

/** Applies an object as Argo CD does: repeatedly, by server-side apply, with its own field manager. */
async function applyAsPipeline(name: string): Promise<void> {
  const policy = JSON.stringify({
    apiVersion: 'gpulease.dev/v1alpha1',
    kind: 'PricingPolicy',
    metadata: {
      name,
      annotations: { 'argocd.argoproj.io/tracking-id': `shop:gpulease.dev/PricingPolicy:/${name}` },
    },
    spec: { mode: 'OnDemand', price: '1.5', currency: 'CNY', unit: 'Hour' },
  });
  const apply = ['apply', '--server-side', '--field-manager=argocd-controller', '-f', '-'];
  for (let time = 0; time < 2; time++) {
    const { code, stdout } = await kubectl(apply, policy);
    expect(code).toBe(0);
    expect(stdout).toContain('serverside-applied');
  }
  const { metadata } = await kubectlGet<{ metadata: { generation: number } }>([
    `pricingpolicies.gpulease.dev/${name}`,
  ]);
  expect(metadata.generation).toBe(1);
}

async function showManaged(page: Page, policy: string, say: CatalogueWords): Promise<void> {
  await openAdmin(page, `pricing-policies/${policy}`);
  await expect(page.getByText(say.managed).first()).toBeVisible();
  await expect(page.getByRole('link', { name: say.edit, exact: true })).toHaveCount(0);
  await openAdmin(page, `pricing-policies/edit/${policy}`);
  await expect(page.getByText(say.managed).first()).toBeVisible();
  await expect(page.locator('form')).toHaveCount(0);
}
