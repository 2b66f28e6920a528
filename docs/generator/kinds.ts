/** Builds the page of the custom resources from their schemas. Pure. */
import type { StructuralSchema } from '../../crds/src/generator/structural-schema.ts';
import { toStructuralSchema } from '../../crds/src/generator/structural-schema.ts';
import type { CustomResource } from '../../crds/src/schema/custom-resource.ts';
import { code, codes, list, page, table, text, type Row } from './markdown.ts';
import type { Say, Voice } from './translations.ts';
import { words, type Language, type Words } from './words.ts';

export function kindsPage(language: Language, resources: readonly CustomResource[], say: Say): string {
  const own = words[language];
  const voice = { own, say: (sentence: string) => text(say(sentence)) };
  return page(own.kinds, [
    own.kindsIntroduction,
    ...resources.flatMap((resource) => chapter(resource, voice)),
    ...conditionsOf(resources[0], voice),
  ]);
}

/** The same in every kind, so documented once, after all kinds. */
const CONDITIONS = 'status.conditions';

function conditionsOf(resource: CustomResource | undefined, voice: Voice): string[] {
  const status = resource && toStructuralSchema(resource.schema).properties?.status;
  const items = status?.properties?.conditions?.items;
  const { conditionsOfKinds, reasonsOfConditions } = voice.own;
  return [`## ${conditionsOfKinds}`, fields(items, `${CONDITIONS}[]`, voice), reasonsOfConditions];
}

function chapter(resource: CustomResource, voice: Voice): string[] {
  const { own, say } = voice;
  const { definition, description, schema, rules, columns } = resource;
  const { spec, status } = toStructuralSchema(schema).properties ?? {};
  return [
    `## ${say(definition.kind)}`,
    say(description),
    list(facts(resource, own)),
    list(rules.map(({ message }) => own.rule.join(say(message)))),
    `### ${own.specOf.join(definition.kind)}`,
    fields(spec, 'spec', voice),
    `### ${own.statusOf.join(definition.kind)}`,
    fields(status, 'status', voice),
    `### ${own.columnsOf.join(definition.kind)}`,
    table(
      own.printerColumns,
      columns.map(([name, , , meaning, width]) => [
        name.toUpperCase(),
        width === 'wide' ? code('-o wide') : '',
        say(meaning),
      ]),
    ),
  ];
}

function facts({ definition, shortNames, selectableFields }: CustomResource, own: Words): string[] {
  const { group, version, plural, namespaced } = definition;
  return [
    `${code(`${group}/${version}`)}${own.betweenLimits}${namespaced ? own.inNamespace : own.ofCluster}`,
    `${own.forKubectl}${own.colon}${codes([`${plural}.${group}`, ...shortNames], own.comma)}`,
    ...(selectableFields.length === 0 ? [] : [own.filteredBy.join(codes(selectableFields, own.comma))]),
  ];
}

function fields(schema: StructuralSchema | undefined, path: string, voice: Voice): string {
  const rows =
    schema === undefined ? [] : [...ownRules(schema, path, voice), ...fieldsIn(schema, path, voice)];
  return table(voice.own.fieldColumns, rows);
}

/** Returns a row for the rules of the whole object, if any. */
function ownRules(schema: StructuralSchema, path: string, voice: Voice): Row[] {
  const rules = rulesOf(schema, voice);
  return rules.length === 0 ? [] : [[code(path), 'object', '', '', rules.join(voice.own.betweenSentences)]];
}

function fieldsIn({ properties = {}, required = [] }: StructuralSchema, path: string, voice: Voice): Row[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const below = `${path}.${name}`;
    if (below === CONDITIONS) return [fieldRow(schema, { path: below, isRequired: false }, voice)];
    const { items } = schema;
    const inner = items === undefined ? fieldsIn(schema, below, voice) : fieldsIn(items, `${below}[]`, voice);
    return [fieldRow(schema, { path: below, isRequired: required.includes(name) }, voice), ...inner];
  });
}

function fieldRow(schema: StructuralSchema, field: { path: string; isRequired: boolean }, voice: Voice): Row {
  const { own, say } = voice;
  const { description = '', default: standard } = schema;
  const fallback = standard === undefined ? '' : code(JSON.stringify(standard));
  const meaning = description === '' ? [] : [say(description)];
  return [
    code(field.path),
    typeOf(schema, own),
    field.isRequired ? `*${own.required}*` : fallback,
    limitsOf(schema, own).join(own.betweenLimits),
    [...meaning, ...rulesOf(schema, voice)].join(own.betweenSentences),
  ];
}

function typeOf(schema: StructuralSchema, own: Words): string {
  const { type, format, items, 'x-kubernetes-int-or-string': isQuantity } = schema;
  if (isQuantity) return 'quantity';
  if (items !== undefined) return own.listOf.join(typeOf(items, own));
  return format ?? type ?? '';
}

/** Returns the limits of a value, including those of list items. */
function limitsOf(schema: StructuralSchema, own: Words): string[] {
  const { enum: values, pattern, items } = schema;
  return [
    ...(values === undefined ? [] : [codes(values, own.comma)]),
    ...range(schema.minimum, schema.maximum, '', own),
    ...range(schema.minLength, schema.maxLength, own.characters, own),
    ...range(schema.minItems, schema.maxItems, own.items, own),
    ...(pattern === undefined ? [] : [code(pattern)]),
    ...(items === undefined ? [] : limitsOf(items, own).map((limit) => `${own.each}${limit}`)),
  ];
}

function range(least: number | undefined, most: number | undefined, unit: string, own: Words): string[] {
  if (least === undefined && most === undefined) return [];
  if (least === undefined) return [`${own.most}${most}${unit}`];
  return [most === undefined ? `${own.least}${least}${unit}` : `${least}${own.until}${most}${unit}`];
}

/** Returns the validation rules. A rule that uses `oldSelf` restricts changes. */
function rulesOf(schema: StructuralSchema, { own, say }: Voice): string[] {
  const { 'x-kubernetes-validations': rules = [], items } = schema;
  const all = [...rules, ...(items?.['x-kubernetes-validations'] ?? [])];
  return all.map(({ rule, message }) =>
    (rule.includes('oldSelf') ? own.change : own.rule).join(say(message)),
  );
}
