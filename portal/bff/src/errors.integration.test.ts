import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { errorCatalogue, errorCodes, errorReasonNames, errorReasons } from '@gpulease/contract/errors';
import { languages } from '@gpulease/contract/enums';
import { unconfiguredEmailGateway } from './identity/email-gateway.ts';
import { seed } from './identity/seed.ts';
import { identityErrors, type ErrorRequests } from './testing/error-requests.ts';
import { prepareRental, rentalErrors } from './testing/rental-error-requests.ts';
import { openScene, type Scene } from './testing/scene.ts';
import { testPassword } from './testing/test-portal.ts';

/** Raised only by the web client; tested in `portal/web/src/api/client.test.ts`. */
const ofTheBrowser = 'NETWORK_ERROR';
/** Shown on the sign-in page; tested in `identity/oidc/oidc.integration.test.ts`. */
const ofSingleSignOn = 'EMAIL_UNVERIFIED';
/** For starts; tested in `workloads/workloads.integration.test.ts` and `orders/not-ready.integration.test.ts`. */
const ofStarts = ['CUSTOMER_DISABLED', 'PRICE_NOT_READY'] as const;
/** For write-offs; tested in `payments/approvals/approvals.integration.test.ts`. */
const ofWriteOffs = 'AMOUNT_CHANGED';
/** For a second report; tested in `gpu-reports/gpu-reports.integration.test.ts`. */
const ofReports = 'GPU_REPORTED';
/** For a region without GPU checks; tested in `catalogue/editing/editing.integration.test.ts`. */
const ofGpuChecks = 'GPUS_NOT_CHECKED';
/** For moves; tested in `workloads/move.integration.test.ts`. */
const ofMoves = ['NO_ROOM_ELSEWHERE', 'DISK_ON_NODE', 'NODE_CHOSEN'] as const;
/** Raised only with a setting; tested in `identity/second-factor/second-factor.integration.test.ts`. */
const ofRequiredSetup = 'SECOND_FACTOR_SETUP_REQUIRED';
/** Always carries a reason. */
const withReason = 'REQUEST_FAILED';

type RequestedReason = Exclude<
  (typeof errorReasonNames)[number],
  | typeof ofSingleSignOn
  | typeof ofWriteOffs
  | typeof ofReports
  | typeof ofGpuChecks
  | (typeof ofMoves)[number]
  | typeof ofRequiredSetup
  | (typeof ofStarts)[number]
>;
type RequestedError =
  Exclude<(typeof errorCodes)[number], typeof ofTheBrowser | typeof withReason> | RequestedReason;

let scene: Scene;
let errorRequests: ErrorRequests<RequestedError>;

beforeAll(async () => {
  scene = await openScene({
    emailGateway: unconfiguredEmailGateway,
    secondOperatorAbove: 100_000n,
    handlers: {
      getOverview: () => Promise.reject(new Error('A mistake of ours')),
      getBalance: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
    },
  });
  const { portal } = scene;
  const other = { username: 'other', phone: '13611112222', email: 'other@example.com' };
  await makeAccounts(other, 'switched-off');
  const admin = await portal.admin();
  const people = { portal, admin, other, disabled: 'switched-off' };
  const [renter, limited, poor] = await Promise.all([
    scene.aRenter('renter'),
    scene.aRenter('limited'),
    scene.aRenter('poor', 0n),
  ]);
  await prepareRental(scene, renter, limited);
  const customer = await portal.customer('customer');
  errorRequests = {
    ...identityErrors({ ...people, customer }),
    ...rentalErrors(scene, { renter, limited, poor, admin }),
  };
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.portal.database.deleteFrom('rate_limit').execute();
});

async function makeAccounts(other: { username: string; phone: string; email: string }, disabled: string) {
  const { database, clock } = scene.portal;
  const users = [other, { username: disabled, phone: '13611113333' }];
  await seed(database, clock, {
    users: users.map(({ username, phone }) => ({ username, phone, password: testPassword })),
    inviteCodes: 0,
  });
  const account = (username: string) => database.updateTable('user_account').where('username', '=', username);
  await account(other.username).set({ email: other.email }).execute();
  await account(disabled).set({ status: 'inactive' }).execute();
}

/** The specification statement that each code's test proves, as in docs/specification-coverage.md. */
const proven: Partial<Readonly<Record<(typeof errorCodes)[number], string>>> = {
  NOT_FOUND: 'SPEC-8.1',
  PERMISSION_DENIED: 'SPEC-8.3',
  INVALID_ARGUMENT: 'SPEC-8.4',
  INTERNAL: 'SPEC-8.5',
  INVALID_JWT_TOKEN: 'SPEC-8.6',
  INVALID_CAPTCHA_TOKEN: 'SPEC-8.7',
  NAME_TAKEN: 'SPEC-8.8',
  EMAIL_TAKEN: 'SPEC-8.9',
  EMAIL_NOT_VERIFIED: 'SPEC-8.10',
  PHONE_TAKEN: 'SPEC-8.11',
  PHONE_NOT_VERIFIED: 'SPEC-8.12',
  INVALID_CREDENTIALS: 'SPEC-8.13',
  USER_DISABLED: 'SPEC-8.14',
  FORBIDDEN: 'SPEC-8.17',
  RESOURCE_NOT_FOUND: 'SPEC-8.18',
  SERVER_ERROR: 'SPEC-8.19',
  CONFIG_ERROR: 'SPEC-8.22',
};

const codes = errorCodes.filter((code) => code !== ofTheBrowser && code !== withReason);
const inBoth = <Key>(keys: readonly Key[]) =>
  keys.flatMap((key) => languages.map((language) => [key, language] as const));

const statements = inBoth(codes).map(([code, language]) => [code, language, proven[code] ?? ''] as const);

it.each(statements)('%s has a message in %s %s', async (code, language) => {
  const { status, error } = await errorRequests[code]({ 'Accept-Language': language });
  const { status: expectedStatus, [language]: message } = errorCatalogue[code];
  expect([status, error.code, error.message]).toEqual([expectedStatus, code, message]);
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

const toldElsewhere: readonly string[] = [
  ofSingleSignOn,
  ofWriteOffs,
  ofReports,
  ofGpuChecks,
  ...ofMoves,
  ofRequiredSetup,
  ...ofStarts,
];
const reasons = errorReasonNames.filter(
  (reason): reason is RequestedReason => !toldElsewhere.includes(reason),
);

it.each(inBoth(reasons))('%s has a message in %s', async (reason, language) => {
  const { status, error } = await errorRequests[reason]({ 'Accept-Language': language });
  const { status: expectedStatus, [language]: message } = errorReasons[reason];
  expect([status, error.details?.reason, error.message]).toEqual([expectedStatus, reason, message]);
});
