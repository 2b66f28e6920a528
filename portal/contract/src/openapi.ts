/** The OpenAPI 3.1 document of the contract. */
import * as z from 'zod';
import { API_PREFIX, operationIds } from './endpoints.ts';
import { errorBody } from './common.ts';
import { routes, type Route } from './routes.ts';
import { config } from './config.ts';
import { session } from './auth.ts';
import { balance, me, signIn, sshKey } from './me.ts';
import {
  adminGpu,
  adminImage,
  adminPricingPolicy,
  adminRegion,
  adminSku,
  clusterNode,
  gpu,
  image,
  node,
  pricingPolicy,
  region,
  sku,
} from './catalog.ts';
import { quote, workload, workloadEvent } from './workloads.ts';
import { billingRecord, billingTotals, recharge, usage } from './billing.ts';
import {
  adjustment,
  anyRecharge,
  auditEntry,
  inviteCode,
  overview,
  reconciliation,
  refund,
  signInRefusal,
  user,
} from './admin.ts';
import { liveEvent } from './live.ts';
import { sandboxMessage } from './sandbox.ts';

type Json = Record<string, unknown>;

/** Shapes with a name of their own, under which the operations refer to them. */
const named: Readonly<Record<string, z.ZodType>> = {
  Adjustment: adjustment,
  AdminGpu: adminGpu,
  AdminImage: adminImage,
  AdminPricingPolicy: adminPricingPolicy,
  AdminRegion: adminRegion,
  AdminSku: adminSku,
  AnyRecharge: anyRecharge,
  AuditEntry: auditEntry,
  BillingRecord: billingRecord,
  BillingTotals: billingTotals,
  ClusterNode: clusterNode,
  Balance: balance,
  Config: config,
  Error: errorBody,
  Gpu: gpu,
  Image: image,
  InviteCode: inviteCode,
  LiveEvent: liveEvent,
  Me: me,
  Node: node,
  Overview: overview,
  PricingPolicy: pricingPolicy,
  Quote: quote,
  Recharge: recharge,
  Reconciliation: reconciliation,
  Refund: refund,
  Region: region,
  SandboxMessage: sandboxMessage,
  Session: session,
  SignIn: signIn,
  SignInRefusal: signInRefusal,
  Sku: sku,
  SshKey: sshKey,
  Usage: usage,
  User: user,
  Workload: workload,
  WorkloadEvent: workloadEvent,
};

/** Describes every operation: parameters, body, answer, error, and who may call it. */
export function openApiDocument(): Json {
  const answers = answerSchemas();
  const paths: Record<string, Json> = {};
  for (const route of operationIds.map<Route>((id) => routes[id])) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, answers) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'GPULease', version: 'v1', description: 'The API of the user and the admin console.' },
    servers: [{ url: API_PREFIX }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.keys(named).map((name) => [name, answers[name]])),
      securitySchemes: {
        user: { type: 'apiKey', in: 'cookie', name: '__Host-gpulease-user' },
        admin: { type: 'apiKey', in: 'cookie', name: '__Host-gpulease-admin' },
      },
    },
  };
}

/** The schemas of all answers by operation id and of the named shapes by name, referring to each other. */
function answerSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  for (const { operationId, kind, response, status } of Object.values<Route>(routes)) {
    if (status !== 204 && kind !== 'socket' && !registry.has(response))
      registry.add(response, { id: operationId });
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
    ...(route.sandbox && { description: 'Exists only in the sandbox.' }),
    security: route.console === 'public' ? [] : [{ [route.console]: [] }],
    parameters: parameters(route),
    ...(route.body && { requestBody: { required: true, content: json(inputSchema(route.body)) } }),
    responses: {
      [route.kind === 'socket' ? 101 : (route.status ?? 200)]: success(route, answers),
      default: failure,
    },
  };
}

function tagOf(path: string): string {
  const [, first = '', second = ''] = path.split('/');
  return first === 'admin' ? `admin ${second}` : first;
}

function parameters(route: Route): Json[] {
  const headers = [...(route.idempotent ? ['Idempotency-Key'] : []), ...(route.ifMatch ? ['If-Match'] : [])];
  return [
    ...shapeParameters(route.params, 'path'),
    ...shapeParameters(route.query, 'query'),
    ...headers.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } })),
  ];
}

function shapeParameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: inputSchema(field as z.ZodType),
  }));
}

function success(route: Route, answers: Record<string, Json>): Json {
  if (route.status === 204) return { description: 'Done.' };
  if (route.kind === 'socket') return { description: 'A WebSocket.' };
  const schema = answerSchema(route, answers);
  if (route.kind === 'stream')
    return { description: 'Events.', content: { 'text/event-stream': { schema } } };
  const csv = route.kind === 'list' && { 'text/csv': { schema: { type: 'string' } } };
  return { description: 'Done.', content: { ...json(schema), ...csv } };
}

function answerSchema({ operationId, response }: Route, answers: Record<string, Json>): Json {
  const name = Object.keys(named).find((key) => named[key] === response);
  return name ? { $ref: `#/components/schemas/${name}` } : (answers[operationId] ?? {});
}

const failure = {
  description: 'An error of the catalogue.',
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
