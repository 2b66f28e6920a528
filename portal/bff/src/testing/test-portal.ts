/** The portal for tests: the real application on a real PostgreSQL, called over HTTP. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usePostgres } from '@gpulease/local/testing';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { createApp } from '../app.ts';
import { readConfig, type Config } from '../config.ts';
import { configHandlers } from '../config-handlers.ts';
import { createDatabase, createPool } from '../database/database.ts';
import { migrate } from '../database/migrator.ts';
import type { Database } from '../database/schema.ts';
import type { AllHandlers } from '../http/handler.ts';
import { createLogger, type Logger } from '../http/logger.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import { limits } from '../limits.ts';
import { serveUpgrades } from '../http/upgrades.ts';
import { createAuthentication } from '../identity/authentication.ts';
import { ensureFirstAdmin, FIRST_ADMIN } from '../identity/first-admin.ts';
import { identityHandlers } from '../identity/handlers.ts';
import { seed } from '../identity/seed.ts';
import type { EmailGateway } from '../identity/email-gateway.ts';
import type { SingleSignOn } from '../identity/oidc/handlers.ts';
import type { SmsGateway } from '../identity/sms-gateway.ts';
import { createIdentityServices, type IdentityServices } from '../identity/services.ts';
import { notifyOfAccount } from '../notices/notify.ts';
import { createPayments, type PaymentParts } from '../payments/create-payments.ts';
import { sandboxHandlers } from '../sandbox/handlers.ts';
import { sandboxEmailGateway, sandboxSmsGateway } from '../sandbox/gateways.ts';
import { userFacts } from '../workloads/user-facts.ts';
import { ApiClient } from './api-client.ts';
import { expectBooksInOrder } from './books-in-order.ts';
import { TestClock } from './test-clock.ts';

export interface TestParts {
  readonly config: Config;
  readonly database: Database;
  readonly pool: Pool;
  readonly clock: TestClock;
  readonly log: Logger;
  readonly identity: IdentityServices;
  readonly payments: PaymentParts;
  readonly stopping: AbortSignal;
}

export interface TestPortalOptions {
  /** Handlers of further areas, which may override those of identity and sandbox. */
  readonly handlers?: (parts: TestParts) => Partial<AllHandlers>;
  readonly env?: Readonly<Record<string, string>>;
  /** Multiplies the limits per network, which all browsers of a test share; 10 by default. */
  readonly addressFactor?: number;
  readonly smsGateway?: SmsGateway;
  readonly emailGateway?: EmailGateway;
  readonly singleSignOn?: SingleSignOn;
  /** By default, any free port. */
  readonly port?: number;
  /** By default LOG_LEVEL, or else silent. */
  readonly logLevel?: string;
  /** For tests that read the log. */
  readonly log?: Logger;
}

export interface TestPortal extends TestParts {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly ownerUrl: string;
  /** A browser without cookies. */
  client(): ApiClient;
  /** A script with an API token. */
  script(apiToken: string): ApiClient;
  /** A browser signed in as a new customer. */
  customer(username?: string): Promise<ApiClient>;
  /** A browser signed in as the admin. */
  admin(): Promise<ApiClient>;
  /** Creates an unused invite code. */
  inviteCode(): Promise<string>;
  stop(): Promise<void>;
}

/** The password of all users in tests. */
export const testPassword = 'correct horse 7';
let customers = 0;

/** Starts a portal with a fresh database. Stop it in `afterAll`. */
export async function startTestPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const postgres = await usePostgres();
  await migrate({ ownerUrl: postgres.ownerUrl });
  const server = createServer();
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const stopping = new AbortController();
  const parts = await createParts(postgres.url, port, options, stopping.signal);
  const { database, pool, clock, identity, config, payments } = parts;
  await ensureFirstAdmin(database, clock, testPassword);
  const app = createApp({
    ...parts,
    rateLimits: identity.rateLimits,
    checkAnswers: true,
    notifyRoute: payments.notifyRoute,
    metrics: new Registry(),
    authentication: createAuthentication(identity),
    handlers: {
      ...configHandlers(config, {
        providers: payments.providers,
        singleSignOn: options.singleSignOn !== undefined,
        email: identity.emailGateway.isConfigured,
      }),
      ...identityHandlers(identity, options.singleSignOn),
      ...sandboxHandlers(database),
      ...options.handlers?.(parts),
    },
  });
  server.on('request', app);
  serveUpgrades(server, app);

  const url = `http://127.0.0.1:${port}`;
  const client = () => new ApiClient(url);
  return {
    ...parts,
    url,
    ownerUrl: postgres.ownerUrl,
    client,
    script: (apiToken) => new ApiClient(url, apiToken),
    async customer(username = `customer-${(customers += 1)}`) {
      const phone = `139${String((customers += 1)).padStart(8, '0')}`;
      await seed(database, clock, { users: [{ username, password: testPassword, phone }], inviteCodes: 0 });
      const browser = client();
      await signedIn(browser.call('login', { body: { username, password: testPassword } }));
      return browser;
    },
    async admin() {
      const browser = client();
      await signedIn(browser.call('adminLogin', { body: { username: FIRST_ADMIN, password: testPassword } }));
      return browser;
    },
    async inviteCode() {
      const { inviteCodes } = await seed(database, clock, { users: [], inviteCodes: 1 });
      return inviteCodes[0] ?? '';
    },
    async stop() {
      await expectBooksInOrder(database);
      stopping.abort();
      server.close();
      server.closeAllConnections();
      await pool.end();
      await postgres.drop();
    },
  };
}

async function createParts(
  databaseUrl: string,
  port: number,
  options: TestPortalOptions,
  stopping: AbortSignal,
): Promise<TestParts> {
  const { env, addressFactor = 10, logLevel = process.env.LOG_LEVEL ?? 'silent' } = options;
  const clock = new TestClock();
  const config = readConfig(
    { DATABASE_URL: databaseUrl, GPULEASE_SANDBOX: '1', PORT: String(port), ...env },
    clock.now(),
  );
  const pool = createPool(databaseUrl, 10);
  const database = createDatabase(pool);
  const log = options.log ?? createLogger(logLevel);
  const identity = await createIdentityServices({
    database,
    clock,
    log,
    rateLimits: createRateLimits(pool, limits, addressFactor),
    requiresTwoFactorOfOperators: config.requiresTwoFactorOfOperators,
    smsGateway: options.smsGateway ?? sandboxSmsGateway(database, clock),
    emailGateway: options.emailGateway ?? sandboxEmailGateway(database, clock),
    userFacts: userFacts(database),
    notifyOfAccount,
  });
  const payments = createPayments({ database, clock, log }, config.payments);
  return { config, pool, database, clock, log, identity, payments, stopping };
}

async function signedIn(login: Promise<{ body: unknown }>): Promise<void> {
  const { body } = await login;
  if (!body) throw new Error('The sign-in gave no session.');
}
