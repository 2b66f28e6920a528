import { expect, it } from '@jest/globals';
import type { PlatformCheck } from '@gpulease/contract/platform';
import {
  platformCheckNames,
  platformFindings,
  type PlatformFinding,
} from '@gpulease/contract/platform-checks';
import { screen, within } from '@testing-library/react';
import { latinWords } from '../../testing/latin.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aPlatformCheck } from '../../testing/samples.ts';

const checks = [
  aPlatformCheck('PORTAL', 'RUNNING'),
  aPlatformCheck('PORTAL_CERTIFICATE', 'CERTIFICATE_ENDS'),
  aPlatformCheck('WORKER_REPLICAS', 'REPLICAS_MISSING'),
  aPlatformCheck('OPERATOR', 'LEADS_WITH_OTHER_VERSION'),
  aPlatformCheck('JOBS', 'JOBS_LATE'),
  aPlatformCheck('BACKUP', 'BACKUP_TOO_OLD'),
  aPlatformCheck('RESTORE_TEST', 'RESTORED'),
  aPlatformCheck('CONNECTIONS', 'DATABASE_SILENT'),
  aPlatformCheck('KUBEVIRT', 'TOO_OLD'),
];

const open = (shown: readonly PlatformCheck[] = checks, language: 'en' | 'zh' = 'en') =>
  renderApp({
    path: '/admin/platform',
    as: 'admin',
    language,
    answers: { getPlatform: { checks: [...shown] } },
  });

/** The description of a term. */
const beside = async (term: string) => (await screen.findByText(term)).closest('dt')?.nextElementSibling;

it.each([
  ['Portal', /^OK Version 0\.2\.0, processes running: 2Normal: one version/],
  ['Portal, certificate', /^Check Valid until .*2026.*Normal: valid for 21 days or more/],
  ['Billing, replicas', /^Check 1 of 2 readyNormal: all are ready/],
  ['Operator', /^Check Version 0\.2\.0, led by 7-1 since .*2026.*This portal is version 0\.1\.0/],
  ['Background jobs', /^Check Waiting: 3\. The oldest .* for 5 minutes 30 seconds\./],
  ['Last backup', /^Check .*2026.*, more than 36 hours agoNormal: newer than/],
  ['Last restore test', /^OK .*2026.*, restored in 5 minutes 30 secondsNormal: newer than/],
  ['Connections', /^Unknown The database isn’t answering\.Normal: at most 80%/],
  ['KubeVirt', /^Check Version 0\.2\.0 is no longer supported\.Normal: 1\.9 or newer/],
])('shows the state of %s and what is normal', async (term, text) => {
  await open();
  expect(await beside(term)).toHaveTextContent(text);
});

it('links from the jobs to their list', async () => {
  await open();
  const link = await screen.findByRole('link', { name: 'Show jobs' });
  expect(link).toHaveAttribute('href', '/admin/jobs');
});

it('links only failing checks to what to do', async () => {
  await open();
  const jobs = await beside('Background jobs');
  expect(within(jobs as HTMLElement).getByRole('link', { name: 'What to do' })).toHaveAttribute(
    'href',
    '/docs/runbooks/GPULeaseJobsFail',
  );
  expect(screen.getAllByRole('link', { name: 'What to do' })).toHaveLength(
    checks.filter(({ status }) => status !== 'OK').length,
  );
});

it('shows every check', async () => {
  await open(platformCheckNames.map((name) => aPlatformCheck(name, 'VERSION')));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Platform' });
  const main = heading.closest('main') ?? document.body;
  expect(await within(main).findAllByText('OK')).toHaveLength(platformCheckNames.length);
});

const findings = Object.keys(platformFindings) as PlatformFinding[];

it.each([0, 15, 30])('describes the findings from %d on in Chinese', async (first) => {
  const some = findings.slice(first, first + platformCheckNames.length);
  await open(
    some.flatMap((finding, index) =>
      platformCheckNames.slice(index, index + 1).map((name) => aPlatformCheck(name, finding)),
    ),
    'zh',
  );
  expect(await screen.findByText('组件')).toBeVisible();
  expect(screen.getAllByText(/^正常情况/)).toHaveLength(some.length);
  expect(latinWords(screen.getByRole('main'))).toEqual([]);
});
