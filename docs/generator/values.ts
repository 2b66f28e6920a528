/** The page of the chart's values, from the comments of values.yaml and from its schema. Pure. */
import { isMap, isScalar, parseDocument, type Pair, type YAMLMap } from 'yaml';
import { code, codes, page, table, text, type Row } from './markdown.ts';

/** The part of JSON Schema that values.schema.json uses. */
export interface ValueSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly definitions?: Readonly<Record<string, ValueSchema>>;
}

interface Value {
  readonly path: string;
  readonly schema: ValueSchema;
  /** Of the whole map for its first key, which comments precede alike. */
  readonly comment: string;
}

const introduction = `What \`helm install --set\` and a file of values can set. Helm refuses what the schema does not allow.
[Install](../install.md) says which of them an installation needs.`;

export function valuesPage(yaml: string, schema: ValueSchema): string {
  const document = parseDocument(yaml);
  const { contents } = document;
  if (!isMap(contents)) throw new Error('The values are no map.');
  const top = pairsOf(contents, document.commentBefore ?? contents.commentBefore ?? '');
  const chapters = top.map(({ key, comment, pair }) => {
    const value = { path: key, comment, schema: resolved(schema.properties?.[key], schema) };
    return chapter(pair, value, schema);
  });
  return page('Values of the chart', [introduction, ...chapters.flat()]);
}

/** What is said of a map stands below its heading, and what is said of a single value in its row. */
function chapter(pair: Pair, value: Value, schema: ValueSchema): string[] {
  const group = groupIn(pair);
  const rows = group === undefined ? [row(pair.value, value)] : inner(group, value, schema);
  return [
    `## ${value.path}`,
    group === undefined ? '' : meaning(value.comment),
    table(['value', 'default', 'allowed', 'meaning'], rows),
  ];
}

function inner(map: YAMLMap, { path, schema }: Value, root: ValueSchema): Row[] {
  return pairsOf(map, map.commentBefore ?? '').flatMap(({ key, comment, pair }) => {
    const value = { path: `${path}.${key}`, comment, schema: resolved(schema.properties?.[key], root) };
    const group = groupIn(pair);
    if (group === undefined) return [row(pair.value, value)];
    const own: Row[] = comment === '' ? [] : [[code(value.path), '', '', meaning(comment)]];
    return [...own, ...inner(group, value, root)];
  });
}

/** An empty map is a value like any other. */
function groupIn({ value }: Pair): YAMLMap | undefined {
  return isMap(value) && value.items.length > 0 ? value : undefined;
}

function pairsOf(map: YAMLMap, first: string): { key: string; comment: string; pair: Pair }[] {
  return map.items.map((pair, index) => {
    const key = isScalar(pair.key) ? pair.key : undefined;
    const comment = key?.commentBefore ?? (index === 0 ? first : '');
    return { key: String(key?.value), comment, pair };
  });
}

function row(node: unknown, { path, schema, comment }: Value): Row {
  const value: unknown = (node as { toJSON(): unknown } | null)?.toJSON();
  const fallback =
    value === '' || value === null || value === undefined ? 'empty' : code(JSON.stringify(value));
  return [code(path), fallback, allowed(schema), meaning(comment)];
}

/** Comments name documents by their path. */
function meaning(comment: string): string {
  return text(comment.replace(/^ /gm, '').replaceAll('\n', ' ')).replace(
    /docs\/([\w/-]+)\.md/g,
    (path, name: string) => `[${path}](../${name}.md)`,
  );
}

function resolved(schema: ValueSchema = {}, root: ValueSchema): ValueSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (root.definitions?.[name] ?? schema);
}

function allowed(schema: ValueSchema): string {
  const { type, enum: values, minimum, maximum, pattern, minLength = 0 } = schema;
  if (values !== undefined) return codes(values.map(String));
  const limits = [
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
    minLength > 0 ? 'not empty' : '',
    pattern === undefined ? '' : code(pattern),
  ];
  return [type ?? '', ...limits].filter((part) => part !== '').join(' ');
}
