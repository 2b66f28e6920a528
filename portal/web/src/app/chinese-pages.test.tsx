import { jobNames } from '@gpulease/contract/enums';
import { noticeKinds } from '@gpulease/contract/notice-kinds';
import { alarmKinds } from '@gpulease/contract/alarm-texts';
import { platformCheckNames } from '@gpulease/contract/platform-checks';
import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pageOf, type Answers } from '../testing/fake-api.ts';
import { latinWords } from '../testing/latin.ts';
import { renderApp } from '../testing/render-app.tsx';
import {
  aBillingRecord,
  aCustomerGpuReport,
  aJob,
  aMe,
  aNotice,
  anAuditEntry,
  anImage,
  anApiToken,
  aPlatformCheck,
  aSignIn,
  anAdminGpu,
  anAdminImage,
  anAdminPolicy,
  anAdminRegion,
  anAdminSku,
  aNode,
  anAlarm,
  anEvent,
  aQuote,
  aRegion,
  aSku,
  aUser,
  aWorkload,
} from '../testing/samples.ts';

// Names chosen by customers and operators are not translated, so they are digits here.
const named = { user: '1001', username: '1001' };
const aDigitUser = { ...aUser, ...named };

const notice = {
  user: '1001',
  name: '1-1',
  region: '9-1',
  sku: '1',
  reason: 'NoCapacity',
  message: 'No room.',
  since: aWorkload.createdAt,
};

const answers: Answers = {
  getSession: {
    user: {
      username: '1001',
      role: 'USER',
      language: null,
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
    },
    expiresAt: null,
  },
  listCatalogueSkus: pageOf([aSku]),
  listCatalogueRegions: pageOf([aRegion]),
  listCatalogueImages: pageOf([anImage]),
  listSandboxMessages: pageOf([]),
  listRecharges: pageOf([]),
  listSshKeys: pageOf([]),
  listNotices: {
    ...pageOf(noticeKinds.map((kind, index) => ({ ...aNotice, id: String(index), kind }))),
    unread: 8,
  },
  listSessions: pageOf([aSignIn]),
  listApiTokens: pageOf([anApiToken]),
  listWorkloads: pageOf([{ ...aWorkload, ...named }]),
  listWorkloadEvents: pageOf([
    { ...anEvent, by: '1001' },
    { ...anEvent, actor: 'PLATFORM', by: null, reason: 'Running', message: 'Running.' },
  ]),
  getWorkloadMetrics: {
    ...{ available: true, start: '2026-11-21T04:00:00.000Z', stepSeconds: 30 },
    graphs: [
      { metric: 'GPU_UTILIZATION', unit: 'PERCENT', limit: 100, series: [] },
      {
        ...{ metric: 'DISK', unit: 'BYTES_PER_SECOND', limit: null },
        series: [{ of: 'READ', gpu: null, values: [2 ** 20] }],
      },
    ],
    gpuErrors: [{ kind: 'ECC_CORRECTED', gpu: 0, value: 3, at: '2026-11-21T04:00:00.000Z' }],
  },
  getWorkload: { ...aWorkload, ...named, status: 'STOPPED', reason: 'Stopped', message: 'It is stopped.' },
  listBillingRecords: pageOf([aBillingRecord]),
  listUsage: pageOf([]),
  getBillingSummary: {
    recharged: '0.00',
    adjusted: '5.00',
    used: '0.00',
    days: [{ day: '2026-11-21', recharged: '0.00', used: '0.00' }],
    workloads: [{ workload: '1-1', used: '1.00' }],
  },
  getMe: { ...aMe, ...named },
  createQuote: aQuote,
};

const adminAnswers: Answers = {
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
  listUsers: pageOf([aDigitUser]),
  getUser: aDigitUser,
  listUserSessions: pageOf([aSignIn]),
  listUserApiTokens: pageOf([anApiToken]),
  listAuditEntries: pageOf([anAuditEntry]),
  listSignInRefusals: pageOf([]),
  listAllWorkloads: pageOf([{ ...aWorkload, ...named }]),
  getAnyWorkload: { ...aWorkload, ...named },
  listRegions: pageOf([anAdminRegion]),
  listNodes: pageOf([aNode]),
  listGpus: pageOf([anAdminGpu]),
  listSkus: pageOf([anAdminSku]),
  listVmImages: pageOf([anAdminImage]),
  listPricingPolicies: pageOf([anAdminPolicy]),
  listInviteCodes: pageOf([]),
  listAllGpuReports: pageOf([{ ...aCustomerGpuReport, user: '1001', name: '1-1', details: null }]),
  listJobs: pageOf(jobNames.map((name, index) => ({ ...aJob, id: `${name}:${index}`, name }))),
  listAlarms: pageOf(
    alarmKinds.map((kind) => ({
      ...anAlarm,
      ...{ id: kind, kind, condition: null, parameters: { count: 1, hours: 2, area: 'skus', region: '1-1' } },
      subject: kind === 'PLATFORM' ? 'JOBS' : '9-1',
    })),
  ),
  getPlatform: { checks: platformCheckNames.map((name) => aPlatformCheck(name, 'VERSION')) },
  listBillings: pageOf([{ ...aBillingRecord, ...named }]),
  listRefunds: pageOf([]),
  listReceivables: pageOf([]),
  getFleetMetrics: {
    ...{ available: true, start: aWorkload.createdAt, stepSeconds: 3_600 },
    series: [
      { of: 'TOTAL', values: [8, 8] },
      { of: 'BUSY', values: [1, 2] },
    ],
  },
  getOverview: {
    needs: alarmKinds.map((kind) => ({
      ...{ kind, subject: null, parameters: { count: 4, hours: 2, area: 'skus' }, condition: null },
      ...{ acknowledgedBy: '1001', since: aWorkload.createdAt },
    })),
    users: { total: 1, active: 1 },
    workloads: { total: 1, byStatus: { RUNNING: 1 } },
    gpus: [{ region: '9-1', model: '4090', total: 8, allocated: 1, free: 7 }],
    soldOut: { total: 1, items: [{ sku: '1', region: '9-1' }] },
    money: {
      rechargedToday: '0.00',
      rechargedThisMonth: '0.00',
      usageToday: '0.00',
      usageThisMonth: '0.00',
      burnPerHour: '0.00',
      hours: [{ hour: aWorkload.createdAt, used: '0.00' }],
      days: [{ day: '2026-11-21', recharged: '0.00', used: '0.00' }],
      revenue: [],
    },
    queue: { total: 1, items: [notice], reasons: [{ reason: 'NoCapacity', count: 1 }] },
    failing: { total: 1, items: [{ ...notice, name: '1-2' }] },
    lowBalances: { total: 1, items: [{ username: '1001', balance: '1.00', runwayHours: 2 }] },
    openPayments: { quarantined: 1, pendingRefunds: 1, receivables: 1, differingDays: 1, approvals: 1 },
  },
};

const everybody = [
  '/',
  '/login',
  '/forgot-password',
  '/register',
  '/admin/login',
  '/terms',
  '/support',
  '/test',
  '/403',
  '/nowhere',
];
const customers = [
  '/',
  '/workloads',
  '/workloads/create',
  '/workloads/1-1',
  '/workloads/1-1?tab=monitoring',
  '/workloads/1-1?tab=network',
  '/workloads/1-1?tab=events',
  '/workloads/1-1?tab=billing',
  '/billing',
  '/billing?tab=usage',
  '/recharge',
  '/notices',
  '/profile',
  '/profile?tab=sessions',
  '/profile?tab=ssh-keys',
  '/profile?tab=api-tokens',
];
const operators = [
  'overview',
  'overview?more=true',
  'users',
  'users/edit/1001',
  'users/edit/1001?tab=workloads',
  'users/edit/1001?tab=billing',
  'users/edit/1001?tab=sessions',
  'users/edit/1001?tab=audit',
  'audit',
  'audit?tab=refusals',
  'gpu-reports',
  'jobs',
  'alarms',
  'platform',
  'workloads',
  'workloads/1001/1-1',
  'regions',
  'nodes',
  'gpus',
  'skus',
  'pricing-policies',
  'invite-code',
  'billings',
  'billings?tab=refunds',
  'billings?tab=receivables',
].map((page) => `/admin/${page}`);

async function expectChinese() {
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
  await waitFor(() => expect(screen.queryAllByText('加载中')).toEqual([]));
  expect(latinWords(document.body)).toEqual([]);
}

it.each(everybody)('%s is Chinese for visitors', async (path) => {
  await renderApp({
    path,
    as: 'visitor',
    answers: { ...answers, getSession: { user: null, expiresAt: null } },
  });
  await expectChinese();
});

it.each(customers)('%s is Chinese for customers', async (path) => {
  await renderApp({ path, as: 'user', answers });
  await expectChinese();
});

it.each(operators)('%s is Chinese for operators', async (path) => {
  await renderApp({
    path,
    as: 'admin',
    answers: { ...adminAnswers, getSession: { user: null, expiresAt: null } },
  });
  await expectChinese();
});

it('is Chinese in the dialog that confirms destroying a machine', async () => {
  await renderApp({ path: '/workloads', as: 'user', answers });
  await userEvent.click(await screen.findByRole('button', { name: '1-1 的操作' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: '销毁' }));
  await screen.findByRole('dialog');
  await expectChinese();
});

it('is Chinese in validation messages', async () => {
  await renderApp({ path: '/register', as: 'visitor' });
  await userEvent.click(await screen.findByRole('button', { name: '注册' }));
  await screen.findByText('请阅读并同意服务条款');
  await expectChinese();
});
