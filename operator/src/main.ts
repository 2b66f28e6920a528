import { ServerClock, connect, systemClock } from '@gpulease/kube';
import { printSettingsIfAsked } from '@gpulease/kube/settings';
import { readTracingConfig, startTracing } from '@gpulease/kube/tracing';
import { operatorSettings, readConfig } from './config.ts';
import { startManager } from './manager.ts';
import { startHealthServer } from './runtime/health.ts';
import { createLogger } from './runtime/logger.ts';
import { createMetrics } from './runtime/metrics.ts';

/** Deadline of a graceful stop; Kubernetes would kill the process after 30 seconds. */
const STOP_DEADLINE_MS = 25_000;

async function main(): Promise<void> {
  printSettingsIfAsked(operatorSettings);
  const config = readConfig(process.env);
  const tracing = await startTracing(readTracingConfig(process.env), {
    service: 'gpulease-operator',
    log: () => logger,
  });
  const logger = createLogger(config.logLevel);
  const metrics = createMetrics();
  // Times that billing relies on come from the API server's clock, because the local clock may be wrong.
  const clock = new ServerClock(systemClock);
  const cluster = connect({
    userAgent: 'gpulease-operator',
    onRequest: metrics.onRequest,
    serverClock: clock,
    logger,
  });
  const manager = startManager({
    ...config,
    cluster,
    clock,
    logger,
    metrics,
    // Work that is still running must not interfere with the new leader.
    onLost: () => process.exit(1),
  });
  const health = await startHealthServer({
    port: config.metricsPort,
    registry: metrics.registry,
    notReadyReason: () => manager.notReadyReason(),
  });
  logger.info({ port: health.port, identity: config.identity }, 'Operator started');

  const stop = (signal: string): void => {
    logger.info({ signal }, 'Operator stopping');
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    void manager
      .stop()
      .then(() => Promise.all([health.close(), cluster.close(), tracing.stop()]))
      .then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

await main();
