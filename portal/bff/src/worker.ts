/**
 * The billing worker. `node worker.ts` runs it; `--check` checks the books, prints violations and exits with 1 if there are
 * any; `--close-lost` closes orders whose Workload is not in the cluster, and accepts the cluster as theirs; `--recover` lists
 * differences between cluster and books after a restore, `--apply` settles those that it can, and `--new-cluster` allows a
 * different cluster than before; `--settings` prints the settings.
 */
import { once } from 'node:events';
import { workloads, type Workload } from '@gpulease/crds';
import { connect, requestMetrics, startInformer } from '@gpulease/kube';
import { printSettingsIfAsked } from '@gpulease/kube/settings';
import { readTracingConfig, startTracing } from '@gpulease/kube/tracing';
import { backupMetrics, restoreTestMetrics } from './backup/metrics.ts';
import { catalogueSynced, startCatalogue, stopCatalogue } from './catalogue/catalogue.ts';
import { findNewViolations, findViolations } from './worker/check-books.ts';
import { HOUR_MS, systemClock } from './clock.ts';
import { createGateways } from './gateways.ts';
import { startDeliveries } from './notices/deliver.ts';
import { createPayments } from './payments/create-payments.ts';
import { startPayments } from './payments/check-payments.ts';
import { keepNoting, noteDone } from './platform/notes.ts';
import { booksMetrics } from './worker/books-metrics.ts';
import { createBillingMetrics, type BillingMetrics } from './worker/metrics.ts';
import { createClusterIdentity, noteCluster } from './worker/cluster-identity.ts';
import { closeAllLost } from './worker/lost-orders.ts';
import { recover } from './worker/recover.ts';
import { startWorker } from './worker/run.ts';
import { createDatabase, createPool } from './database/database.ts';
import { poolMetrics } from './database/metrics.ts';
import { requireSchema } from './database/required-schema.ts';
import { whenAvailable } from './database/when-available.ts';
import type { Database } from './database/schema.ts';
import { createLogger } from './http/logger.ts';
import { createMetrics } from './http/metrics.ts';
import { createOpsApp } from './http/ops.ts';
import { close, listen } from './http/server.ts';
import { readWorkerConfig, workerSettings } from './worker-config.ts';

const CHECK_MS = HOUR_MS;
/** The time limit of the hourly check, which reads only new entries. A full check has none. */
const STATEMENT_TIMEOUT_MS = 600_000;
printSettingsIfAsked(workerSettings);
const config = readWorkerConfig(process.env);
const tracing = await startTracing(readTracingConfig(process.env), {
  service: 'gpulease-worker',
  log: () => log,
});
const log = createLogger(config.logLevel);
const isCheck = process.argv.includes('--check');
const pool = createPool(config.databaseUrl, config.databasePoolSize, isCheck ? 0 : STATEMENT_TIMEOUT_MS);
const database = createDatabase(pool);

if (isCheck) await check();
else if (process.argv.includes('--close-lost')) await closeLost();
else if (process.argv.includes('--recover')) await recoverLost(process.argv.includes('--apply'));
else await run();

async function check(): Promise<void> {
  const violations = await findViolations(database, (invariant) =>
    process.stderr.write(`Checked: ${invariant}\n`),
  );
  await database.destroy();
  for (const { invariant, row } of violations) process.stdout.write(`${invariant}: ${JSON.stringify(row)}\n`);
  if (violations.length === 0) process.stdout.write('The books are in order.\n');
  process.exitCode = violations.length === 0 ? 0 : 1;
}

async function closeLost(): Promise<void> {
  const cluster = connect({ userAgent: 'gpulease-worker' });
  const client = cluster.resource(workloads);
  const closed = await closeAllLost({ client, database, metrics: createBillingMetrics(createMetrics()) });
  await noteCluster(cluster, database);
  for (const { id, userId, name } of closed)
    process.stdout.write(`${id}: ${name} of user ${userId} was closed\n`);
  process.stdout.write(`Lost orders closed: ${closed.length}.\n`);
  await cluster.close();
  await database.destroy();
}

async function recoverLost(apply: boolean): Promise<void> {
  const cluster = connect({ userAgent: 'gpulease-worker' });
  const isOurs = await createClusterIdentity(cluster, database).check();
  if (!isOurs && !process.argv.includes('--new-cluster'))
    throw new Error(
      'This is not the cluster of the orders; pass --new-cluster if their Workloads were restored into it.',
    );
  const informer = startInformer<Workload>(cluster, workloads, { logger: log });
  const catalogue = startCatalogue(cluster, log);
  await Promise.all([catalogueSynced(catalogue), informer.synced]);
  const found = await recover({ database, catalogue, workloads: informer }, apply);
  if (apply && !isOurs) await noteCluster(cluster, database);
  for (const { kind, name, result, reason = '' } of found)
    process.stdout.write(`${result} ${kind} ${name} ${reason}\n`);
  process.stdout.write(
    apply
      ? 'Everything else of machines and orders matches. Retention of every kept disk starts now.\n' +
          'Payments missing from the books will be booked during reconciliation with the provider’s bill.\n'
      : `${found.length} differences; --apply settles those that are MISSING or UNBOUND.\n`,
  );
  await Promise.all([informer.stop(), stopCatalogue(catalogue)]);
  await cluster.close();
  await database.destroy();
}

async function run(): Promise<void> {
  const registry = createMetrics();
  const metrics = createBillingMetrics(registry);
  poolMetrics(registry, pool);
  booksMetrics(registry, database);
  const { dunning, startsPerHour, creditsReports, secondOperatorAbove } = config;
  const { backupMaxAgeHours, restoreTestMaxAgeHours } = config;
  if (backupMaxAgeHours !== undefined) backupMetrics(registry, database, backupMaxAgeHours);
  if (restoreTestMaxAgeHours !== undefined) restoreTestMetrics(registry, database, restoreTestMaxAgeHours);
  let isWorking = false;
  const ready = async () => {
    await requireSchema(pool);
    if (!isWorking) throw new Error('billing does not work yet');
    await worker.ready;
  };
  const opsApp = createOpsApp({ ready, metrics: registry });
  const { metricsPort, host } = config;
  const ops = metricsPort === undefined ? undefined : await listen(opsApp, metricsPort, host);
  await whenAvailable(() => requireSchema(pool), log);
  const onRequest = requestMetrics(registry);
  const cluster = connect({ userAgent: 'gpulease-worker', onRequest, logger: log });
  const { providers } = createPayments({ database, clock: systemClock, log }, config.payments);
  const credits = { creditsReports, secondOperatorAbove };
  const worker = startWorker({ cluster, database, dunning, startsPerHour, credits, metrics, log });
  isWorking = true;
  const payments = startPayments({ database, providers, log });
  const deliveries = startNotices();
  void checkBooks(database, metrics);
  const checks = setInterval(() => void checkBooks(database, metrics), CHECK_MS);
  const stopping = new AbortController();
  const noting = keepNoting({ database, program: 'WORKER', log, signal: stopping.signal });
  log.info('The billing worker started');

  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  clearInterval(checks);
  stopping.abort();
  await Promise.all([worker.stop(), payments.stop(), deliveries.stop(), noting]);
  if (ops) await close(ops);
  await tracing.stop();
  await cluster.close();
  await database.destroy();
}

function startNotices() {
  const { payments, support, services, publicUrl, cnyPerUsd } = config;
  const { smsGateway: sms, emailGateway: email } = createGateways(
    { database, clock: systemClock, sandbox: payments.sandbox, support },
    services,
  );
  return startDeliveries({ database, sms, email, publicUrl, cnyPerUsd, log });
}

/** Checks entries since the last check, and exports the number of violations. */
async function checkBooks(books: Database, metrics: BillingMetrics): Promise<void> {
  try {
    const violations = await findNewViolations(books);
    metrics.checked(violations.length);
    await noteDone(books, 'CHECK_BOOKS', violations.length);
    if (violations.length > 0) log.error({ violations }, 'The books are not in order');
  } catch (error) {
    log.warn({ err: error }, 'Could not check the books');
  }
}
