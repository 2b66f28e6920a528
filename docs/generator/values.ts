/** Builds the page of the chart's values from the comments of values.yaml and its schema. Pure. */
import { isMap, isScalar, parseDocument, type Pair, type YAMLMap } from 'yaml';
import { code, page, table, text, type Row } from './markdown.ts';
import { words, type Language, type Words } from './words.ts';

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

export interface ValueSources {
  readonly yaml: string;
  readonly schema: ValueSchema;
  /** Path → comment in Chinese. */
  readonly chinese: Readonly<Record<string, string>>;
}

interface Value {
  readonly path: string;
  readonly schema: ValueSchema;
}

interface Context {
  readonly own: Words;
  readonly root: ValueSchema;
  readonly meanings: Readonly<Record<string, string>>;
}

export function valuesPage(language: Language, { yaml, schema, chinese }: ValueSources): string {
  const own = words[language];
  const context = { own, root: schema, meanings: language === 'zh' ? chinese : valueComments(yaml) };
  const chapters = contentsOf(yaml).items.map((pair) => {
    const path = keyOf(pair);
    return chapter(pair, { path, schema: part(schema, path, schema) }, context);
  });
  return page(own.values, [own.valuesIntroduction, ...chapters.flat()]);
}

/** Returns path, such as `bff.ingress.enabled` → the comment above the value. */
export function valueComments(yaml: string): Record<string, string> {
  const contents = contentsOf(yaml);
  return Object.fromEntries(commentsIn(contents, '').filter(([, comment]) => comment !== ''));
}

/** Returns the paths of all values except non-empty maps. */
export function valuePaths(yaml: string): string[] {
  const pathsIn = (map: YAMLMap, prefix: string): string[] =>
    map.items.flatMap((pair) => {
      const group = groupIn(pair);
      const path = `${prefix}${keyOf(pair)}`;
      return group === undefined ? [path] : pathsIn(group, `${path}.`);
    });
  return pathsIn(contentsOf(yaml), '');
}

function contentsOf(yaml: string): YAMLMap {
  const { contents, commentBefore } = parseDocument(yaml);
  if (!isMap(contents)) throw new Error('The values are no map.');
  contents.commentBefore = commentBefore ?? contents.commentBefore ?? null;
  return contents;
}

/** Returns the comments of a map. The parser attaches the comment of the first key to the map itself. */
function commentsIn(map: YAMLMap, prefix: string): [path: string, comment: string][] {
  return map.items.flatMap((pair, index): [path: string, comment: string][] => {
    const path = `${prefix}${keyOf(pair)}`;
    const above = isScalar(pair.key) ? pair.key.commentBefore : undefined;
    const comment = above ?? (index === 0 ? (map.commentBefore ?? '') : '');
    const group = groupIn(pair);
    return [[path, comment], ...(group === undefined ? [] : commentsIn(group, `${path}.`))];
  });
}

/** Returns a chapter. The comment of a map goes below its heading, that of a single value in its row. */
function chapter(pair: Pair, value: Value, context: Context): string[] {
  const group = groupIn(pair);
  const rows = group === undefined ? [row(pair.value, value, context)] : inner(group, value, context);
  return [
    `## ${value.path}`,
    group === undefined ? '' : meaning(value.path, context),
    table(context.own.valueColumns, rows),
  ];
}

function inner(map: YAMLMap, { path: parent, schema }: Value, context: Context): Row[] {
  return map.items.flatMap((pair) => {
    const path = `${parent}.${keyOf(pair)}`;
    const value = { path, schema: part(schema, keyOf(pair), context.root) };
    const group = groupIn(pair);
    if (group === undefined) return [row(pair.value, value, context)];
    const said = meaning(path, context);
    return [...(said === '' ? [] : [[code(path), '', '', said]]), ...inner(group, value, context)];
  });
}

const keyOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);

/** Returns the map of a pair; undefined for other values, including an empty map. */
function groupIn({ value }: Pair): YAMLMap | undefined {
  return isMap(value) && value.items.length > 0 ? value : undefined;
}

function row(node: unknown, { path, schema }: Value, context: Context): Row {
  const value: unknown = (node as { toJSON(): unknown } | null)?.toJSON() ?? '';
  const fallback = value === '' ? context.own.empty : code(JSON.stringify(value));
  return [code(path), fallback, allowed(schema, context.own), meaning(path, context)];
}

/** Returns the comment of a value, with paths of documents turned into links. */
function meaning(path: string, { meanings }: Context): string {
  const comment = meanings[path] ?? '';
  return text(comment.replace(/^ /gm, '').replaceAll('\n', ' ')).replace(
    /docs\/(?:zh\/)?([\w/-]+)\.md/g,
    (document, name: string) => `[${document}](../${name}.md)`,
  );
}

/** Returns the schema of a key, resolving a reference. */
function part({ properties }: ValueSchema, key: string, root: ValueSchema): ValueSchema {
  const schema = properties?.[key] ?? {};
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (root.definitions?.[name] ?? schema);
}

function allowed(schema: ValueSchema, own: Words): string {
  const { type, enum: values, minimum, maximum, pattern, minLength = 0 } = schema;
  if (values !== undefined)
    return values.map((value) => (value === '' ? own.empty : code(String(value)))).join(own.comma);
  const limits = [
    minimum === undefined ? '' : `${own.from} ${minimum}`,
    maximum === undefined ? '' : `${own.to} ${maximum}`,
    minLength > 0 ? own.notEmpty : '',
    pattern === undefined ? '' : code(pattern),
  ];
  return [type ?? '', ...limits].filter((limit) => limit !== '').join(' ');
}
