import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import { oneWay } from './scripts/one-way.mjs';

/** What each workspace may import of ours; the table of docs/architecture.md, held by `no-restricted-imports`. */
const mayImport = {
  crds: [],
  kube: ['crds'],
  placement: ['crds', 'kube'],
  operator: ['crds', 'kube', 'placement'],
  'portal/contract': [],
  'portal/bff': ['crds', 'kube', 'placement', 'contract'],
  'portal/web': ['contract'],
  e2e: ['contract', 'local'],
  docs: [],
};
const packages = ['crds', 'kube', 'placement', 'operator', 'contract', 'bff', 'web', 'local', 'e2e'];

const serverFiles = readdirSync(new URL('portal/bff/src/', import.meta.url), { withFileTypes: true });

/**
 * What each area of the server may import of the others, from the ground up: an area imports only from those above it in
 * this table. Money knows no product, and nothing imports the worker. The files beside the areas put them together, so no
 * area imports these but for the clock.
 */
const ground = ['settings', 'database', 'lists', 'audit', 'http', 'jobs'];
const areas = {
  settings: [],
  database: [],
  backup: ['database'],
  lists: ['database'],
  audit: ['database', 'lists'],
  http: ['database', 'lists', 'audit'],
  jobs: ['database', 'lists', 'http'],
  platform: [...ground, 'backup'],
  ledger: [...ground],
  metering: [...ground, 'ledger'],
  catalogue: [...ground],
  tenants: [...ground, 'catalogue'],
  identity: [...ground, 'tenants'],
  sandbox: [...ground, 'identity'],
  alarms: [...ground, 'identity'],
  notices: [...ground, 'identity'],
  payments: [...ground, 'ledger', 'metering', 'notices'],
  stock: [...ground, 'catalogue', 'notices'],
  orders: [...ground, 'ledger', 'metering', 'catalogue', 'tenants'],
  dunning: [...ground, 'ledger', 'metering', 'orders', 'notices'],
  workloads: [...ground, ...['ledger', 'metering', 'catalogue', 'tenants', 'identity', 'notices', 'orders']],
  'gpu-reports': [...ground, 'ledger', 'notices', 'payments', 'workloads'],
  worker: [
    ...ground,
    ...['platform', 'ledger', 'metering', 'catalogue', 'identity', 'notices', 'payments', 'stock', 'orders'],
    ...['dunning', 'gpu-reports'],
  ],
};
refuseUpwardArrows();

/** A row that lets an area import from below, or an area without a row, is a mistake of this file. */
function refuseUpwardArrows() {
  const names = Object.keys(areas);
  const upward = names.filter((name, row) => areas[name].some((other) => names.indexOf(other) >= row));
  const missing = serverFiles
    .filter((file) => file.isDirectory() && file.name !== 'testing')
    .filter(({ name }) => !names.includes(name));
  if (upward.length > 0)
    throw new Error(`These areas of the server may not import upwards: ${upward.join(', ')}`);
  if (missing.length > 0) throw new Error(`No row of areas: ${missing.map(({ name }) => name).join(', ')}`);
}

/** The rooms of the web application: each may import those before it. */
const rooms = ['browser', 'i18n', 'api', 'session', 'ui'];

/** What each feature of the web application may import of the others. */
const features = {
  alarms: ['catalogue', 'platform'],
  account: ['sign-in'],
  audit: [],
  billing: [],
  catalogue: ['fleet', 'offers', 'workloads'],
  fleet: [],
  'gpu-reports': ['billing'],
  home: ['offers', 'workloads'],
  'invite-codes': [],
  jobs: [],
  notices: ['offers'],
  offers: [],
  overview: ['catalogue', 'fleet', 'workloads'],
  platform: [],
  sandbox: ['sign-in'],
  'sign-in': [],
  support: [],
  users: ['audit', 'billing', 'catalogue', 'workloads'],
  workloads: ['billing', 'offers'],
};

const featureRooms = Object.keys(features).map((name) => `features/${name}`);
const webRooms = {
  ...Object.fromEntries(rooms.map((room, index) => [room, rooms.slice(0, index)])),
  ...Object.fromEntries(
    Object.entries(features).map(([name, others]) => [
      `features/${name}`,
      [...rooms, ...others.map((other) => `features/${other}`)],
    ]),
  ),
  app: [...rooms, ...featureRooms],
  ssr: [...rooms, ...featureRooms, 'app'],
};

const productCode = { ignores: ['**/*.test.{ts,tsx}', '**/testing/**'] };

/** Packages of ours that code in a workspace may not import. */
function foreignPackages(workspace) {
  return packages
    .filter((name) => !mayImport[workspace].includes(name))
    .map((name) => ({
      group: [`@gpulease/${name}`, `@gpulease/${name}/*`],
      message: `${workspace} may not import @gpulease/${name}; see docs/architecture.md.`,
    }));
}

/** Areas of the server that code in another may not import, and the files that put the areas together. */
function foreignAreas(area) {
  const foreign = Object.keys(areas).filter((name) => name !== area && !areas[area].includes(name));
  const message = `see "The server's areas" in docs/architecture.md.`;
  return [
    ...foreign.map((name) => ({
      group: [`**/../${name}/*`, `**/../${name}/**/*`],
      message: `${area}/ may not import ${name}/; ${message}`,
    })),
  ];
}

/** `depth` folders below `portal/bff/src`. */
function wiring(depth) {
  const files = serverFiles.filter(({ name }) => name.endsWith('.ts') && name !== 'clock.ts');
  return {
    group: files.map(({ name }) => `${'../'.repeat(depth)}${name}`),
    message: `An area may not import what puts the areas together; see "The server's areas" in docs/architecture.md.`,
  };
}

const noImportsOf = (patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

const importZones = [
  ...Object.keys(mayImport).map((workspace) => ({
    ...productCode,
    files: [`${workspace}/**/*.{ts,tsx}`],
    rules: noImportsOf(foreignPackages(workspace)),
  })),
  ...Object.keys(areas).flatMap((area) =>
    [1, 2, 3].map((depth) => ({
      ...productCode,
      files: [`portal/bff/src/${area}/${'*/'.repeat(depth - 1)}*.ts`],
      rules: noImportsOf([...foreignPackages('portal/bff'), ...foreignAreas(area), wiring(depth)]),
    })),
  ),
];

const webZone = {
  ...productCode,
  files: ['portal/web/src/*/**/*.{ts,tsx}'],
  plugins: { imports: { rules: { 'one-way': oneWay } } },
  rules: { 'imports/one-way': ['error', { root: 'portal/web/src', rooms: webRooms }] },
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '.gpulease/',
      'coverage/',
      '**/playwright-report/',
      '**/test-results/',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      globals: globals.node,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      complexity: ['error', 10],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
      'max-nested-callbacks': ['error', 4],
      'no-console': 'error',
      'no-else-return': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // TypeScript refuses enums here (erasableSyntaxOnly), and the rule takes a fifth of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
      ],
    },
  },
  ...importZones,
  webZone,
  {
    files: ['portal/web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { globals: globals.browser },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // Text of users and machines is never made HTML (Horizon CVE-2012-2094, Rancher CVE-2024-52281: stored scripts).
      'no-restricted-syntax': [
        'error',
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Show it as text.' },
        { selector: 'MemberExpression[property.name=/^(inner|outer)HTML$/]', message: 'Show it as text.' },
      ],
      'max-lines-per-function': ['error', { max: 120, skipComments: true, skipBlankLines: true }],
    },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'e2e/**/*.ts', '**/testing/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-nested-callbacks': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: [
      'local/src/demo/**/*.ts',
      'bench/**/*.ts',
      'kind/src/{up,test,down}.ts',
      'node-test/src/{main,inside}.ts',
      'scripts/*.mjs',
      '**/bin/*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: [
      '**/*.config.{js,ts}',
      '**/global-{setup,teardown}.ts',
      'docs/.vitepress/{config,theme/index}.ts',
    ],
    rules: { 'no-restricted-exports': 'off' },
  },
  { files: ['**/*.{js,mjs,cjs}'], ...tseslint.configs.disableTypeChecked },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
