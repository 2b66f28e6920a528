/** Every documentation page that the portal links to exists, with its heading, in both languages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { alarmKinds } from '@gpulease/contract/alarm-texts';
import { errorCatalogue, type ErrorCode } from '@gpulease/contract/errors';
import { resumableHalts } from '@gpulease/crds';
import { platformCheckNames } from '@gpulease/contract/platform-checks';
import { alarmPage } from '../features/alarms/pages.ts';
import { platformPages } from '../features/platform/pages.ts';
import { causesInChinese } from '../features/workloads/causes-in-chinese.ts';
import { causesForCustomers, causesForOperators } from '../features/workloads/causes.ts';
import {
  docsAddress,
  errorPage,
  failedMachineGuide,
  guides,
  monitoringGuide,
  reasonPage,
  type DocsPage,
} from '../ui/docs.ts';

const repository = join(__dirname, '../../../..');

/** Builds the anchor of a heading as VitePress does. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();

function anchorsIn(page: string): string[] {
  const text = readFileSync(join(repository, `${page}.md`), 'utf8');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

const halts: readonly string[] = [resumableHalts.funds, resumableHalts.spot];
/** Excludes reasons that apply only to stopped machines: their page has no link. */
const reasons = Object.keys({ ...causesInChinese, ...causesForOperators, ...causesForCustomers }).filter(
  (reason) => !halts.includes(reason),
);
const all: readonly DocsPage[] = [
  ...[guides.user, guides.admin, monitoringGuide, failedMachineGuide],
  ...(Object.keys(errorCatalogue) as ErrorCode[]).map(errorPage),
  ...reasons.map(reasonPage),
  ...alarmKinds.filter((kind) => kind !== 'PLATFORM').map((kind) => alarmPage({ kind, subject: null })),
  ...platformCheckNames.map((subject) => alarmPage({ kind: 'PLATFORM', subject })),
  ...Object.values(platformPages),
];

it.each(['zh', 'en'] as const)('links only to existing documentation: %s', (language) => {
  const dead = [...new Set(all)].filter((page) => {
    const [file = '', anchor] = docsAddress('docs', page, language).split('#');
    const anchors = anchorsIn(file);
    return anchor !== undefined && !anchors.includes(anchor);
  });
  expect(dead).toEqual([]);
});
