/** Every page of the documents to which the portal leads is there, with its heading, in both languages. */
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

/** As VitePress makes the anchor of a heading. */
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
/** Without those of stopped machines alone, of which the page leads nowhere. */
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

it.each(['zh', 'en'] as const)('no link into the documents is dead: %s', (language) => {
  const dead = [...new Set(all)].filter((page) => {
    const [file = '', anchor] = docsAddress('docs', page, language).split('#');
    const anchors = anchorsIn(file);
    return anchor !== undefined && !anchors.includes(anchor);
  });
  expect(dead).toEqual([]);
});
