/** Generates the OpenAPI 3.1 document of the contract. */
import * as z from 'zod';
import { apiTokenScopeOf } from './api-tokens.ts';
import { errorBody } from './common.ts';
import { API_PREFIX } from './endpoints.ts';
import { routes, type Route } from './routes.ts';
import * as subjects from './subjects.ts';
import { idempotencyKey } from './validation.ts';

type Json = Record<string, unknown>;

/** Schemas that operations return, alone or in a list, by their name in the contract, used in references. */
const named = namedShapes();

function namedShapes(): Readonly<Record<string, z.ZodType>> {
  const answered = new Set<unknown>(Object.values<Route>(routes).flatMap(shapesIn));
  const shapes = Object.values<Record<string, unknown>>(subjects)
    .flatMap((subject) => Object.entries(subject))
    .filter((entry): entry is [string, z.ZodType] => answered.has(entry[1]));
  return Object.fromEntries(
    [...shapes, ['error', errorBody] as const]
      .map(([name, shape]) => [name.charAt(0).toUpperCase() + name.slice(1), shape] as const)
      .sort(byText),
  );
}

function shapesIn({ response }: Route): unknown[] {
  if (response instanceof z.ZodUnion) return [response, ...response.options];
  const { items } = (response instanceof z.ZodObject ? response.shape : {}) as Record<string, unknown>;
  return [response, ...(items instanceof z.ZodArray ? [items.element] : [])];
}

const description = `API of the user and admin consoles.

Scripts send an API token, created on the profile page, as \`Authorization: Bearer gpulease_…\`. Operations that accept a token
name the scheme \`apiToken\` and the required scope. All others are for browsers, which send the session cookie and, in requests
other than GET, \`Origin\`.

Errors have a \`code\` and usually \`details\`. Where the rate is limited, \`RateLimit\` gives the remaining requests; with \`429\`,
\`Retry-After\` gives the seconds to wait. A request repeated with the same \`Idempotency-Key\` within 24 hours gets the same
response and has no further effect.`;

/** Describes every operation: parameters, body, response, error, and who may call it. */
export function openApiDocument(): Json {
  const answers = answerSchemas();
  const paths: Record<string, Json> = {};
  for (const route of Object.values<Route>(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, answers) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'GPULease', version: 'v1', description },
    servers: [{ url: API_PREFIX }],
    paths: Object.fromEntries(Object.entries(paths).sort(byText)),
    components: {
      schemas: Object.fromEntries(Object.keys(named).map((name) => [name, answers[name]])),
      securitySchemes: {
        apiToken: { type: 'http', scheme: 'bearer' },
        user: { type: 'apiKey', in: 'cookie', name: '__Host-gpulease-user' },
        admin: { type: 'apiKey', in: 'cookie', name: '__Host-gpulease-admin' },
      },
    },
  };
}

function byText([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}

/** Returns the schemas of all responses by operation ID and of named shapes by name, with references between them. */
function answerSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  for (const route of Object.values<Route>(routes)) {
    if (hasContent(route) && !registry.has(route.response))
      registry.add(route.response, { id: route.operationId });
  }
  const { schemas } = z.toJSONSchema(registry, { io: 'output', uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)]));
}

function operation(route: Route, answers: Record<string, Json>): Json {
  return {
    operationId: route.operationId,
    tags: [tagOf(route.path)],
    'x-console': route.console,
    'x-ownership': route.ownership,
    ...(route.sandbox && { description: 'Available only in the sandbox.' }),
    security: security(route),
    parameters: parameters(route),
    ...(route.body && { requestBody: requestBody(route.body) }),
    responses: { [successStatus(route)]: success(route, answers), default: failure },
  };
}

/** Returns the accepted credentials, any one of which suffices. */
function security(route: Route): Json[] {
  if (route.console === 'public') return [];
  const scope = apiTokenScopeOf(route);
  return [{ [route.console]: [] }, ...(scope ? [{ apiToken: [scope] }] : [])];
}

function tagOf(path: string): string {
  const [, first = '', second = ''] = path.split('/');
  return first === 'admin' ? `admin ${second}` : first;
}

function requestBody(schema: z.ZodType): Json {
  return { required: !schema.safeParse({}).success, content: json(inputSchema(schema)) };
}

function parameters(route: Route): Json[] {
  return [
    ...shapeParameters(route.params, 'path'),
    ...shapeParameters(route.query, 'query'),
    ...(route.idempotent ? [header('Idempotency-Key', idempotencyKey)] : []),
    ...(route.ifMatch ? [header('If-Match', z.string().min(1))] : []),
  ];
}

function header(name: string, schema: z.ZodType): Json {
  return { name, in: 'header', required: true, schema: inputSchema(schema) };
}

function shapeParameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  const fields = Object.entries<z.ZodType>(schema?.shape ?? {});
  return fields.map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !field.safeParse(undefined).success,
    schema: inputSchema(field),
  }));
}

function hasContent({ kind, status }: Route): boolean {
  return status !== 204 && kind !== 'socket' && kind !== 'redirect';
}

function successStatus({ kind, status }: Route): number {
  if (kind === 'socket') return 101;
  return kind === 'redirect' ? 302 : (status ?? 200);
}

function success(route: Route, answers: Record<string, Json>): Json {
  if (route.kind === 'socket') return { description: 'WebSocket.' };
  if (route.kind === 'redirect') return { description: 'Redirect.', headers: location };
  if (!hasContent(route)) return { description: 'Success.' };
  const schema = answerSchema(route, answers);
  if (route.kind === 'stream')
    return { description: 'Stream of events.', content: { 'text/event-stream': { schema } } };
  const csv = route.kind === 'list' && { 'text/csv': { schema: { type: 'string' } } };
  return { description: 'Success.', content: { ...json(schema), ...csv } };
}

const location = { Location: { required: true, schema: { type: 'string' } } };

function answerSchema({ operationId, response }: Route, answers: Record<string, Json>): Json {
  const name = Object.keys(named).find((key) => named[key] === response);
  const schema = name ? { $ref: `#/components/schemas/${name}` } : answers[operationId];
  if (!schema) throw new Error(`${operationId} answers what another operation does: give the shape a name.`);
  return schema;
}

const failure = {
  description: 'Error.',
  content: json({ $ref: '#/components/schemas/Error' }),
};

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function inputSchema(schema: z.ZodType): Json {
  return withoutIdentity(z.toJSONSchema(schema, { io: 'input' }));
}

function withoutIdentity(schema: object): Json {
  const { $schema: _, $id: _id, ...rest } = schema as Json;
  return rest;
}
