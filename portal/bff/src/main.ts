/**
 * The portal's server: API, live events and web application on PORT, health and metrics on OPS_PORT. `--settings` prints
 * its settings.
 */
import { connect, requestMetrics } from '@gpulease/kube';
import { printSettingsIfAsked } from '@gpulease/kube/settings';
import { readTracingConfig, startTracing } from '@gpulease/kube/tracing';
import { alarmChannels, alarmHandler } from './alarms/deliver.ts';
import { alarmHandlers } from './alarms/handlers.ts';
import { ALARM_TOPIC, keepReviewing } from './alarms/review.ts';
import { readPlatformState } from './platform-state.ts';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { portalSettings, readConfig } from './config.ts';
import { configHandlers } from './config-handlers.ts';
import { createDatabase, createPool } from './database/database.ts';
import { scheduleHousekeeping } from './housekeeping.ts';
import { poolMetrics } from './database/metrics.ts';
import { requireSchema } from './database/required-schema.ts';
import { whenAvailable } from './database/when-available.ts';
import { createGateways } from './gateways.ts';
import type { AllHandlers } from './http/handler.ts';
import { createLogger } from './http/logger.ts';
import { createMetrics } from './http/metrics.ts';
import { createOpsApp } from './http/ops.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { close, listen } from './http/server.ts';
import { createAuthentication } from './identity/authentication.ts';
import { ensureFirstAdmin, hasAdmin } from './identity/first-admin.ts';
import { identityHandlers } from './identity/handlers.ts';
import { createOidcProvider } from './identity/oidc/provider.ts';
import { codeMetrics } from './identity/send-code.ts';
import { createIdentityServices } from './identity/services.ts';
import { jobMetrics } from './jobs/metrics.ts';
import { notifyOfAccount } from './notices/notify.ts';
import { createPayments } from './payments/create-payments.ts';
import { certificateMetrics, portalCertificate } from './platform/certificates.ts';
import { createPlatformReader, platformHandlers } from './platform/handlers.ts';
import { keepNoting } from './platform/notes.ts';
import { runOutbox } from './jobs/runner.ts';
import { startRental } from './rental.ts';
import { liveMetrics } from './workloads/live-metrics.ts';
import { userFacts } from './workloads/user-facts.ts';
import { sandboxHandlers } from './sandbox/handlers.ts';
import { limits } from './limits.ts';

/** In the sandbox, all users share one address. */
const SANDBOX_ADDRESS_FACTOR = 100;
const signals = ['SIGINT', 'SIGTERM'] as const;

const clock = systemClock;
printSettingsIfAsked(portalSettings);
const config = readConfig(process.env, clock.now());
const tracing = await startTracing(readTracingConfig(process.env), {
  service: 'gpulease-bff',
  log: () => log,
});
const log = createLogger(config.logLevel);
const { oidc, oidcAutoCreate, missing } = config.services;
const metrics = createMetrics();
const pool = createPool(config.databaseUrl, config.databasePoolSize);
const database = createDatabase(pool);
poolMetrics(metrics, pool);
jobMetrics(metrics, database);
const cluster = connect({ userAgent: 'gpulease-bff', onRequest: requestMetrics(metrics), logger: log });
const stopping = new AbortController();
const payments = createPayments({ database, clock, log }, config.payments);
const certificates = { ...portalCertificate(config.publicUrl, clock), ...payments.certificates };
certificateMetrics(metrics, certificates);
if (missing.length > 0) log.warn({ missing }, 'Services are off because settings are missing');

let isListening = false;
liveMetrics(metrics, () => isListening && rental.hearsChanges());
const ready = async () => {
  await requireSchema(pool);
  if (!isListening) throw new Error('the portal does not listen yet');
  await rental.ready();
};
const opsServer = await listen(createOpsApp({ ready, metrics }), config.opsPort, config.opsHost);

const rateLimits = createRateLimits(pool, limits, config.sandbox ? SANDBOX_ADDRESS_FACTOR : 1);
codeMetrics(metrics, rateLimits);
const readIdentity = async () => {
  await requireSchema(pool);
  if (config.adminPassword !== undefined) await ensureFirstAdmin(database, clock, config.adminPassword);
  else if (!(await hasAdmin(database)))
    log.warn('There is no admin yet. Create one with: node portal/bff/src/create-admin.ts');
  return createIdentityServices({
    database,
    clock,
    log,
    rateLimits,
    requiresTwoFactorOfOperators: config.requiresTwoFactorOfOperators,
    ...createGateways({ database, clock, sandbox: config.sandbox, support: config.support }, config.services),
    userFacts: userFacts(database),
    notifyOfAccount,
  });
};
const identity = await whenAvailable(readIdentity, log);
const rental = startRental({
  ...{ cluster, database, pool, payments, clock, log },
  stopping: stopping.signal,
  defaultQuota: config.defaultQuota,
  startsPerHour: config.startsPerHour,
  secondOperatorAbove: config.secondOperatorAbove,
  creditsReports: config.creditsReports,
  metricsUrl: config.metricsUrl,
});
const singleSignOn = oidc && { provider: createOidcProvider(oidc), autoCreate: oidcAutoCreate };
const readPlatform = createPlatformReader({
  ...{ database, cluster, clock, log, certificates },
  installations: config.installations,
  backupMaxAgeHours: config.backupMaxAgeHours,
  restoreTestMaxAgeHours: config.restoreTestMaxAgeHours,
});
const handlers: AllHandlers = {
  ...configHandlers(config, {
    providers: payments.providers,
    singleSignOn: singleSignOn !== undefined,
    email: identity.emailGateway.isConfigured,
  }),
  ...identityHandlers(identity, singleSignOn),
  ...sandboxHandlers(database),
  ...rental.handlers,
  ...platformHandlers(readPlatform),
  ...alarmHandlers(database, clock),
};
const app = createApp({
  config,
  database,
  clock,
  log,
  metrics,
  authentication: createAuthentication(identity),
  handlers,
  notifyRoute: payments.notifyRoute,
  rateLimits,
  checkAnswers: config.checksAnswers,
  stopping: stopping.signal,
});
scheduleHousekeeping(database, clock, log, stopping.signal);
const noting = keepNoting({ database, program: 'PORTAL', log, signal: stopping.signal });
const alarms = {
  ...{ clock, log, settings: config.alarms, publicUrl: config.publicUrl },
  email: identity.emailGateway,
};
const outbox = runOutbox({
  database,
  log,
  handlers: { ...rental.outboxHandlers, [ALARM_TOPIC]: alarmHandler(alarms) },
});
const look = async () => {
  await rental.ready();
  return readPlatformState(rental.reader, readPlatform);
};
const reviewing = keepReviewing(
  { ...{ database, clock, log, look }, channels: alarmChannels(alarms) },
  stopping.signal,
);
const server = await listen(app, config.port, config.host);
isListening = true;
log.info({ port: config.port, opsPort: config.opsPort, sandbox: config.sandbox }, 'Portal is listening');

const stop = async (signal: NodeJS.Signals) => {
  log.info({ signal }, 'Portal is stopping');
  stopping.abort();
  await Promise.all([close(server), close(opsServer), outbox.stop(), noting, reviewing]);
  await rental.stop();
  await Promise.all([cluster.close(), pool.end(), tracing.stop()]);
};
for (const signal of signals) process.once(signal, () => void stop(signal));
