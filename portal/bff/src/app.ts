/** The Express application: common middleware, then the contract's routes, then the web application. */
import { randomUUID } from 'node:crypto';
import { ACTIVITY_HEADER, API_PREFIX } from '@gpulease/contract/endpoints';
import type { Language } from '@gpulease/contract/enums';
import type { ErrorReason } from '@gpulease/contract/errors';
import openApi from '@gpulease/contract/openapi.json' with { type: 'json' };
import { routes, type Route } from '@gpulease/contract/routes';
import { isTracing } from '@gpulease/kube/tracing';
import express, {
  Router,
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
} from 'express';
import { pinoHttp } from 'pino-http';
import type { Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/schema.ts';
import { bearerToken } from './http/bearer.ts';
import { documentFiles } from './http/documents.ts';
import { cookiesOf, type CookiePolicy } from './http/cookies.ts';
import { errorAnswer } from './http/error-answer.ts';
import { EventStreams } from './http/event-stream.ts';
import type { AllHandlers, RequestState } from './http/handler.ts';
import { refuseBeyondBounds } from './http/json-bounds.ts';
import type { Logger } from './http/logger.ts';
import { requestMetrics } from './http/metrics.ts';
import { mount, type MountOptions } from './http/mount.ts';
import type { RateLimits } from './http/rate-limits.ts';
import { ProductError } from './http/product-error.ts';
import { withRequestId } from './http/request-id.ts';
import { createRenderedHome } from './http/rendered-home.ts';
import { noStore, ownName, safeMethods, sameOrigin, securityHeaders } from './http/security.ts';
import { traceRequests } from './http/trace-requests.ts';
import { webFiles } from './http/web.ts';
import type { Authentication } from './identity/authentication.ts';
import { NOTIFY_PATH } from './payments/settings.ts';

/** Characters; real ones are about half as long. */
const MAX_USER_AGENT = 300;

export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly authentication: Authentication;
  readonly rateLimits: RateLimits;
  /** All operations in production; tests may omit those that they do not call. */
  readonly handlers: Partial<AllHandlers>;
  /** Receives the payment provider's notifications without a session or origin check; authenticates its caller itself. */
  readonly notifyRoute: Router | undefined;
  /** Whether responses are validated against the contract; true outside production. */
  readonly checkAnswers: boolean;
  readonly stopping: AbortSignal;
}

/** Builds the application without listening. */
export function createApp(options: AppOptions): Express {
  const { config, log, metrics } = options;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustedProxies);
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.use(requestLog(log), keepRequestId, requestMetrics(metrics));
  app.use(securityHeaders(config.publicUrl));
  if (isTracing()) {
    app.use(NOTIFY_PATH, traceRequests(NOTIFY_PATH));
    app.use(API_PREFIX, traceRequests());
  }
  if (options.notifyRoute)
    app.use(NOTIFY_PATH, noStore, countStrangers(options.rateLimits), options.notifyRoute);
  app.use(API_PREFIX, noStore, ownName(config), sameOrigin(config), api(options), noSuchRoute);
  if (config.docsDist) app.use('/docs', documentFiles(config.docsDist));
  if (config.webDist)
    app.use(webFiles(config.webDist, createRenderedHome({ ...options, dist: config.webDist })));
  app.use(noSuchRoute, answerError);
  return app;
}

function api(options: AppOptions): Router {
  const { config, authentication } = options;
  const router = Router({ caseSensitive: true });
  router.get('/openapi.json', describeApi);
  const cookiePolicy: CookiePolicy = { secure: config.publicUrl?.protocol === 'https:', port: config.port };
  router.use(async (request, response, next) => {
    const cookies = cookiesOf(request, response, cookiePolicy);
    const token = bearerToken(request.headers);
    const who =
      token === undefined
        ? await authentication.authenticate(request.path, cookies, isActivity(request))
        : await byApiToken(options, token, request);
    const state: RequestState = {
      ...who,
      cookies,
      address: request.ip ?? '',
      requestId: requestIdOf(request),
      language: languageOf(request),
      origin: config.publicUrl?.origin ?? `http://${request.host}`,
      userAgent: request.get('User-Agent')?.slice(0, MAX_USER_AGENT) ?? '',
      log: request.log,
    };
    response.locals.state = state;
    next();
  });
  router.use(limitRequests(options.rateLimits), readBody);
  const mountOptions: MountOptions = {
    ...options,
    streams: new EventStreams({
      aliveSessions: (sessionIds) => authentication.aliveSessions(sessionIds),
      stopping: options.stopping,
    }),
  };
  for (const route of Object.values<Route>(routes)) {
    const handler = options.handlers[route.operationId];
    if (handler && (!route.sandbox || config.sandbox)) mount(router, route, handler, mountOptions);
  }
  return router;
}

/** Limits the request rate before a body is read: per account, or per network for unauthenticated callers. */
function limitRequests(rateLimits: RateLimits): RequestHandler {
  return async (request, response, next) => {
    const { caller } = response.locals.state as RequestState;
    if (caller) await rateLimits.consume('accountRequests', caller.id);
    else await countStranger(rateLimits, request);
    next();
  };
}

const readBody = express.json({
  limit: '64kb',
  verify: (_request, _response, body, encoding) => {
    // In UTF-16, the bytes of a character can look like brackets and quotes.
    if (encoding !== 'utf-8') throw new Error('The body is not UTF-8.');
    refuseBeyondBounds(body);
  },
});

/** Limits the request rate per network, whatever credentials a request carries. */
function countStrangers(rateLimits: RateLimits): RequestHandler {
  return async (request, _, next) => {
    await countStranger(rateLimits, request);
    next();
  };
}

function countStranger(rateLimits: RateLimits, { ip = '' }: Request): Promise<void> {
  return rateLimits.consume('strangerRequests', ip);
}

/** Ignores any session, which must not extend the token's permissions. Throws INVALID_API_TOKEN. */
async function byApiToken({ authentication, rateLimits }: AppOptions, token: string, request: Request) {
  const caller = await authentication.authenticateApiToken(token);
  if (caller) return { caller, wrongConsole: false };
  await countStranger(rateLimits, request);
  throw new ProductError('INVALID_JWT_TOKEN', { reason: 'INVALID_API_TOKEN' });
}

const openApiText = JSON.stringify(openApi);

/** Serves the OpenAPI document of all operations for authors of scripts. */
const describeApi: RequestHandler = (_, response) => {
  response.type('json').send(openApiText);
};

/** Whether the user is active: the request changes something or reports a present user. Polls and refreshes do not count. */
function isActivity(request: Request): boolean {
  return !safeMethods.has(request.method) || request.get(ACTIVITY_HEADER) === '1';
}

/** Assigns each request an id, returned to the client, and logs method, path, status and time, but no headers or query. */
function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: (_, response) => {
      const id = randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        path: url.split('?')[0],
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    // The response is logged after the request's context has ended.
    customSuccessObject: ({ id }, _, said: object) => ({ ...said, request_id: id }),
    customErrorObject: ({ id }, _, _error, said: object) => ({ ...said, request_id: id }),
    customLogLevel: (_, response, error) => {
      if (error ?? response.statusCode >= 500) return 'error';
      return 'info';
    },
  });
}

const keepRequestId: RequestHandler = (request, _, next) => withRequestId(requestIdOf(request), next);

const noSuchRoute: RequestHandler = () => {
  throw new ProductError('NOT_FOUND');
};

/** The RFC 6750 error codes for a rejected token. */
const challenges: Partial<Record<ErrorReason, string>> = {
  INVALID_API_TOKEN: 'invalid_token',
  READ_ONLY_API_TOKEN: 'insufficient_scope',
};

const answerError: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const { status, body, unexpected } = errorAnswer(error, requestIdOf(request), languageOf(request));
  if (unexpected) request.log.error({ err: error }, 'Request failed');
  const challenge = body.details?.reason && challenges[body.details.reason];
  if (challenge) response.setHeader('WWW-Authenticate', `Bearer error="${challenge}"`);
  if (body.details?.retryAfter !== undefined) response.setHeader('Retry-After', body.details.retryAfter);
  response.status(status).json(body);
};

function requestIdOf(request: Request): string {
  return request.id as string;
}

/** Returns the language of messages in a response: English if preferred, otherwise Chinese. */
function languageOf(request: Request): Language {
  return request.acceptsLanguages('zh', 'en') === 'en' ? 'en' : 'zh';
}
