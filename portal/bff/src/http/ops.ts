/** Health, metrics and the API description, on a separate port that customers cannot reach. */
import openApi from '@gpulease/contract/openapi.json' with { type: 'json' };
import express, { type Express } from 'express';
import type { Registry } from 'prom-client';
import { inTime } from './in-time.ts';

interface OpsOptions {
  /** Resolves if the process can serve. Rejections and timeouts are shown in the response. */
  readonly ready: () => Promise<void>;
  readonly metrics: Registry;
}

/** Shorter than the timeout of probes, so that they receive the reason. */
const READY_MS = 2_000;
const TOO_LATE = `not ready within ${READY_MS / 1_000} seconds`;

/** Creates the app with the operators' endpoints. */
export function createOpsApp({ ready, metrics }: OpsOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get(['/livez', '/healthz'], (_, response) => void response.type('text/plain').send('ok\n'));
  app.get('/readyz', async (_, response) => {
    const problem = await inTime(ready(), READY_MS, TOO_LATE).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    response
      .status(problem ? 503 : 200)
      .type('text/plain')
      .send(`${problem ?? 'ok'}\n`);
  });
  app.get('/metrics', async (_, response) => {
    response.type(metrics.contentType).send(await metrics.metrics());
  });
  app.get('/openapi.json', (_, response) => void response.json(openApi));
  return app;
}
