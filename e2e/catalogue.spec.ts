import { randomUUID } from 'node:crypto';
import { languages, type Language } from '@gpulease/contract/enums';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { openIn, signIn } from './support/console.ts';
import { demoFacts } from './support/demo.ts';
import { kubectl, kubectlGet } from './support/kubectl.ts';

/** What an operator reads on the way. Written out, so that a changed text is noticed here. */
interface CatalogueWords {
  required: string;
  created: string;
  overtaken: string;
  deactivate: string;
  inactive: string;
  delete: string;
  inUse: string;
  actionsOf: (name: string) => string;
  managed: string;
  edit: string;
}

const words: Readonly<Record<Language, CatalogueWords>> = {
  zh: {
    required: '此项为必填项',
    created: '地域创建成功',
    overtaken: '刚被他人修改',
    deactivate: '停用',
    inactive: '已停用',
    delete: '删除',
    inUse: '规格正在使用中，无法删除',
    actionsOf: (name) => `${name} 的操作`,
    managed: '由 Argo CD 管理',
    edit: '编辑',
  },
  en: {
    required: 'This field is required.',
    created: 'Region created',
    overtaken: 'Someone else changed this',
    deactivate: 'Deactivate',
    inactive: 'Inactive',
    delete: 'Delete',
    inUse: 'SKU in use cannot be deleted.',
    actionsOf: (name) => `Actions for ${name}`,
    managed: 'Managed by Argo CD',
    edit: 'Edit',
  },
};

/** Names of what one journey makes. */
interface Names {
  region: string;
  gpu: string;
  policy: string;
  sku: string;
  node: string;
  image: string;
}

/** What needs others comes before them. */
const made = [
  ['computenodes', 'node'],
  ['vmimages', 'image'],
  ['skus', 'sku'],
  ['pricingpolicies', 'policy'],
  ['gpus', 'gpu'],
  ['regions', 'region'],
] as const;

for (const language of languages) {
  test(`operators make, change, switch off and delete what is sold (${language})`, async ({ page }) => {
    const names = namesOf(language);
    const say = words[language];
    const signInWords = await openIn(page, language);
    await page.goto(`${demoFacts().url}/admin/login`);
    await signIn(page, demoFacts().admin, signInWords);
    try {
      await test.step('region, GPU, price, SKU, node and image are created', () =>
        createAll(page, names, say));
      await test.step('a change by kubectl is shown, not overwritten', () => changeBeside(page, names, say));
      await test.step('a SKU is switched off', () => switchOff(page, names, say));
      await test.step('what is used is not deleted', () => refuseDeletion(page, names, say));
      await test.step('what Git manages is only shown', () => showManaged(page, names, say));
    } finally {
      for (const [resource, key] of made)
        await kubectl([
          'delete',
          `${resource}.gpulease.dev`,
          names[key],
          '--ignore-not-found',
          '--wait=false',
        ]);
    }
  });
}

function namesOf(language: Language): Names {
  const named = (kind: string) => `${kind}-${language}-${randomUUID().slice(0, 6)}`;
  return {
    region: named('region'),
    gpu: named('gpu'),
    policy: named('policy'),
    sku: named('sku'),
    node: named('node'),
    image: named('image'),
  };
}

/** An input by the name of its value, which is the same in every language. */
function input(page: Page, name: string): Locator {
  return page.locator(`form [name="${name}"]`);
}

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = input(page, name).first();
    const isSelect = (await field.and(page.locator('select')).count()) > 0;
    await (isSelect ? field.selectOption(value) : field.fill(value));
  }
}

async function tick(page: Page, name: string, value: string): Promise<void> {
  await page.locator(`input[name="${name}"][id$="-${value}"]`).check();
}

/** Chooses one from a menu that may have several chosen. */
async function pick(page: Page, name: string, value: string): Promise<void> {
  const toggle = page.locator('form').getByRole('button', { name: new RegExp(name) });
  await toggle.click();
  await page.getByRole('menuitem', { name: new RegExp(value) }).click();
  await toggle.click();
}

const submit = (page: Page) => page.locator('form button[type=submit]').click();
const open = (page: Page, path: string) => page.goto(`${demoFacts().url}/admin/${path}`);

/** Fills in the form of a kind; `choose` does what is more than typing. */
async function create(
  page: Page,
  path: string,
  values: Readonly<Record<string, string>>,
  choose: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await open(page, `${path}/create`);
  await expect(input(page, 'name')).toBeVisible();
  await fill(page, values);
  await choose();
  await submit(page);
  await expect(page).toHaveURL(new RegExp(`/${values.name ?? ''}$`));
}

const description = 'Made by a journey';

async function createAll(page: Page, names: Names, say: CatalogueWords): Promise<void> {
  await open(page, 'regions/create');
  await submit(page);
  await expect(page.getByText(say.required).first()).toBeVisible();
  await create(page, 'regions', { name: names.region, description }, async () => {
    await input(page, 'addresses').fill('198.51.100.7');
    await input(page, 'addresses').press('Enter');
  });
  await expect(page.getByText(say.created)).toBeVisible();
  const { gpu } = names;
  const deviceName = `example.com/${gpu}`;
  await create(page, 'gpus', { name: gpu, vendor: 'NVIDIA', model: gpu, memory: '80', deviceName });
  await create(page, 'pricing-policies', { name: names.policy, price: '1.5', unit: 'HOUR' });
  const size = { cpu: '8', memory: '32', disk: '100', gpu };
  await create(page, 'skus', { name: names.sku, displayName: names.sku, ...size }, () =>
    pick(page, 'Pricing policies|定价策略', names.policy),
  );
  await create(
    page,
    'nodes',
    {
      name: names.node,
      description,
      region: names.region,
      'resources.cpu': '64',
      'resources.memory': '262144',
      'resources.storage': '1000',
      'resources.gpuModel': gpu,
    },
    () => pick(page, 'SKUs|规格', names.sku),
  );
  const source = { 'source.url': 'docker://example.com/none:1' };
  await create(page, 'vm-images', { name: names.image, description, version: '1', size: '10' }, async () => {
    await tick(page, 'source.type', 'REGISTRY');
    await fill(page, source);
  });
  const { spec } = await kubectlGet<{ spec: object }>([`skus.gpulease.dev/${names.sku}`]);
  expect(spec).toMatchObject({ cpu: 8, gpu: { model: gpu, count: 1 }, pricing: [names.policy] });
}

async function changeBeside(page: Page, { sku }: Names, say: CatalogueWords): Promise<void> {
  await open(page, `skus/edit/${sku}`);
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

async function switchOff(page: Page, { sku }: Names, say: CatalogueWords): Promise<void> {
  await open(page, `skus/${sku}`);
  const dialog = await act(page, sku, say, say.deactivate);
  await dialog.getByRole('button', { name: say.deactivate, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(say.inactive, { exact: true }).first()).toBeVisible();
}

async function refuseDeletion(page: Page, { sku, node, region }: Names, say: CatalogueWords): Promise<void> {
  await open(page, `skus/${sku}`);
  const dialog = await act(page, sku, say, say.delete);
  await dialog.getByRole('textbox').fill(sku);
  await dialog.getByRole('button', { name: say.delete, exact: true }).click();
  await expect(dialog.getByText(say.inUse)).toBeVisible();
  await expect(dialog.getByRole('link', { name: new RegExp(node) })).toHaveAttribute(
    'href',
    `/admin/nodes/${region}/${node}`,
  );
}

async function showManaged(page: Page, { policy }: Names, say: CatalogueWords): Promise<void> {
  const tracking = `argocd.argoproj.io/tracking-id=shop:gpulease.dev/PricingPolicy:/${policy}`;
  await kubectl(['annotate', `pricingpolicies.gpulease.dev/${policy}`, tracking]);
  await open(page, `pricing-policies/${policy}`);
  await expect(page.getByText(say.managed).first()).toBeVisible();
  await expect(page.getByRole('link', { name: say.edit, exact: true })).toHaveCount(0);
  await open(page, `pricing-policies/edit/${policy}`);
  await expect(page.getByText(say.managed).first()).toBeVisible();
  await expect(page.locator('form')).toHaveCount(0);
}
