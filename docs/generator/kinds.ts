/** The page of the custom resources, from their schemas. Pure. */
import type { StructuralSchema } from '../../crds/src/generator/structural-schema.ts';
import { toStructuralSchema } from '../../crds/src/generator/structural-schema.ts';
import type { CustomResource } from '../../crds/src/schema/custom-resource.ts';
import { code, codes, list, page, table, text, type Row } from './markdown.ts';

const introduction = `\`kubectl explain KIND.spec\` says the same in a terminal. \`[]\` is each item of a list. A field is optional unless it says
*required*; rules are checked by the API server, which refuses what breaks them with their sentence.`;

export function kindsPage(resources: readonly CustomResource[]): string {
  return page('Kinds', [introduction, ...resources.flatMap(chapter), ...conditionsOf(resources[0])]);
}

/** The same in every kind, so they stand below all. */
const CONDITIONS = 'status.conditions';

function conditionsOf(resource: CustomResource | undefined): string[] {
  const status = resource && toStructuralSchema(resource.schema).properties?.status;
  const items = status?.properties?.conditions?.items;
  return [
    '## Conditions of every kind',
    fields(items, `${CONDITIONS}[]`),
    '[Reasons](reasons.md) lists what they say.',
  ];
}

function chapter(resource: CustomResource): string[] {
  const { definition, description, schema, rules, columns } = resource;
  const { spec, status } = toStructuralSchema(schema).properties ?? {};
  return [
    `## ${definition.kind}`,
    text(description),
    list(facts(resource)),
    list(rules.map(({ message }) => `Rule: ${text(message)}.`)),
    `### Spec of ${definition.kind}`,
    fields(spec, 'spec'),
    `### Status of ${definition.kind}`,
    fields(status, 'status'),
    `### Columns of ${definition.kind}`,
    table(
      ['column', 'with', 'meaning'],
      columns.map(({ name, priority = 0, description: meaning }) => [
        name.toUpperCase(),
        priority > 0 ? code('-o wide') : '',
        text(meaning),
      ]),
    ),
  ];
}

function facts({ definition, shortNames, selectableFields }: CustomResource): string[] {
  const { group, version, plural, namespaced } = definition;
  return [
    `${code(`${group}/${version}`)}, ${namespaced ? 'in a namespace' : 'of the cluster'}`,
    `for kubectl: ${codes([`${plural}.${group}`, ...shortNames])}`,
    ...(selectableFields.length === 0 ? [] : [`lists are filtered by ${codes(selectableFields)}`]),
  ];
}

function fields(schema: StructuralSchema | undefined, path: string): string {
  const head = ['field', 'type', 'default', 'limits', 'meaning'];
  return table(head, schema === undefined ? [] : [...ownRules(schema, path), ...fieldsIn(schema, path)]);
}

/** A row for what is said of the whole. */
function ownRules(schema: StructuralSchema, path: string): Row[] {
  const rules = rulesOf(schema);
  return rules === '' ? [] : [[code(path), 'object', '', '', rules]];
}

function fieldsIn({ properties = {}, required = [] }: StructuralSchema, path: string): Row[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const below = `${path}.${name}`;
    if (below === CONDITIONS) return [fieldRow(schema, { path: below, isRequired: false })];
    const inner = schema.items === undefined ? fieldsIn(schema, below) : fieldsIn(schema.items, `${below}[]`);
    return [fieldRow(schema, { path: below, isRequired: required.includes(name) }), ...inner];
  });
}

function fieldRow(schema: StructuralSchema, field: { path: string; isRequired: boolean }): Row {
  const fallback = schema.default === undefined ? '' : code(JSON.stringify(schema.default));
  return [
    code(field.path),
    typeOf(schema),
    field.isRequired ? '*required*' : fallback,
    limitsOf(schema).join(', '),
    [text(schema.description ?? ''), rulesOf(schema)].filter((part) => part !== '').join(' '),
  ];
}

function typeOf({ type, format, items, 'x-kubernetes-int-or-string': isQuantity }: StructuralSchema): string {
  if (isQuantity) return 'quantity';
  if (items !== undefined) return `list of ${typeOf(items)}`;
  return format ?? type ?? '';
}

/** What it must be like, the items of a list included. */
function limitsOf(schema: StructuralSchema): string[] {
  const { enum: values, pattern, items } = schema;
  return [
    ...(values === undefined ? [] : [codes(values)]),
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minItems, schema.maxItems, ' items'),
    ...(pattern === undefined ? [] : [code(pattern)]),
    ...(items === undefined ? [] : limitsOf(items).map((limit) => `each ${limit}`)),
  ];
}

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least === undefined && most === undefined) return [];
  if (least === undefined) return [`at most ${most}${unit}`];
  return [most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`];
}

/** A rule that compares with the old object is about changes. */
function rulesOf({ 'x-kubernetes-validations': rules = [], items }: StructuralSchema): string {
  const all = [...rules, ...(items?.['x-kubernetes-validations'] ?? [])];
  return all
    .map(({ rule, message }) => `${rule.includes('oldSelf') ? 'Change' : 'Rule'}: ${text(message)}.`)
    .join(' ');
}
