/** Builds the REST API page from its OpenAPI document. Pure. */
import { code, page, table, type Row } from './markdown.ts';
import type { Say, Voice } from './translations.ts';
import { words, type Language } from './words.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Schema {
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description?: string;
  readonly 'x-console': string;
  readonly 'x-ownership': string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface OpenApi {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Console and ownership → who may call. */
const callers: Readonly<Record<string, string>> = {
  'public none': 'anyone',
  'public self': 'the current session, if any',
  'user self': 'a customer, own account only',
  'user owner': 'the owning customer',
  'admin any': 'an operator',
  'admin self': 'an operator, own account only',
};

export function apiPage(language: Language, { info, servers, paths }: OpenApi, say: Say): string {
  const own = words[language];
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  const subjects = [...new Set(operations.flatMap(({ tags }) => tags))].sort();
  const chapters = subjects.flatMap((subject) => [
    `## ${say(subject)}`,
    table(
      own.operationColumns,
      operations
        .filter(({ tags }) => tags.includes(subject))
        .map((operation) => row(operation, { own, say })),
    ),
  ]);
  const introduction = info.description.split('\n\n').map(say);
  const base = own.pathsBelow.join(code(servers[0]?.url ?? ''));
  return page(own.api, [...introduction, own.apiDocument, base, ...chapters]);
}

function row(operation: Operation & { method: string; path: string }, { own, say }: Voice): Row {
  const { method, path, security, parameters, responses, description } = operation;
  const who = callers[`${operation['x-console']} ${operation['x-ownership']}`];
  if (who === undefined) throw new Error(`Who may call ${operation.operationId} is not said.`);
  const scopes = security.flatMap(({ apiToken = [] }) => apiToken);
  const headers = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => code(name));
  const [status, answer] = Object.entries(responses).find(([key]) => key !== 'default') ?? [];
  return [
    `${code(`${method.toUpperCase()} ${path}`)}${description === undefined ? '' : own.sandboxOnly}`,
    say(who),
    scopes.map((scope) => say(scope.toLowerCase())).join(own.comma),
    [status, answer && shapeOf(answer, { own, say })].filter(Boolean).join(' '),
    headers.join(own.comma),
  ];
}

function shapeOf({ content = {}, description }: Answer, { own, say }: Voice): string {
  const [first] = Object.entries(content);
  if (first === undefined) return description === 'Success.' ? '' : say(description);
  const [type, { schema }] = first;
  const item = schema.properties?.items?.items;
  if (item?.$ref !== undefined) return own.listOf.join(nameOf(item));
  if (schema.$ref !== undefined) return nameOf(schema);
  return type === 'application/json' ? 'JSON' : type;
}

function nameOf({ $ref = '' }: Schema): string {
  return code($ref.split('/').at(-1) ?? '');
}
