import type { StructuralSchema } from '../structural-schema.ts';

const camelCase = /^[A-Z][A-Za-z0-9]*$/;
/** Enum values with an established spelling. */
const properNames = new Set(['amd64', 'arm64']);

type Convention = (schema: StructuralSchema, field: string) => string | undefined;

/** The Kubernetes API conventions for every field, and the bounds that the API server needs to estimate CEL costs. */
const conventions: Convention[] = [
  ({ description }) => (description ? undefined : 'has no description'),
  ({ description }) =>
    description?.endsWith('.') === false ? 'has a description that is no sentence' : undefined,
  ({ type }) => (type === 'boolean' ? 'is a boolean; an enum can grow' : undefined),
  ({ type, format }) =>
    type === 'integer' && format === undefined ? 'is an integer without a format' : undefined,
  ({ type, minimum }) => (type === 'integer' && minimum === undefined ? 'has no minimum' : undefined),
  (schema) => (isOpenString(schema) ? 'is a string without a maximum length' : undefined),
  ({ type, maxItems }) =>
    type === 'array' && maxItems === undefined ? 'is a list without a maximum' : undefined,
  ({ type, 'x-kubernetes-list-type': listType }) =>
    type === 'array' && listType === undefined
      ? 'is a list that does not say how writers share it'
      : undefined,
  ({ 'x-kubernetes-list-type': listType }) =>
    listType === 'set' ? 'is a set, which no Git tool can make shorter; make it atomic or a map' : undefined,
  ({ enum: values = [] }) => {
    const odd = values.find((value) => !camelCase.test(value) && !properNames.has(value));
    return odd === undefined ? undefined : `has the value ${odd}, which is not CamelCase`;
  },
  (schema, field) =>
    field.endsWith('.conditions') && !isConditionList(schema) ? 'is no list map by type' : undefined,
  ({ type, properties = {} }) =>
    type === 'object' && Object.keys(properties).length === 0 ? 'is an object without fields' : undefined,
  ({ pattern }, field) =>
    pattern !== undefined && !field.startsWith('status')
      ? 'has a pattern that tells nobody what to write; give it a message'
      : undefined,
  (schema) => unnamedKey(schema),
  ({ 'x-kubernetes-validations': rules = [] }) =>
    rules.some(({ message }) => message === '') ? 'has a rule without a message' : undefined,
];

/** Returns the faults of a schema, one line each. */
export function violations(schema: StructuralSchema, field: string): string[] {
  const own = conventions.flatMap((convention) => {
    const fault = convention(schema, field);
    return fault === undefined ? [] : [`${field} ${fault}`];
  });
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    violations(property, `${field}.${name}`),
  );
  return [...own, ...inner, ...(schema.items === undefined ? [] : violations(schema.items, `${field}[]`))];
}

function isOpenString(schema: StructuralSchema): boolean {
  const { type, format, enum: values, maxLength } = schema;
  const isText = type === 'string' || schema['x-kubernetes-int-or-string'] === true;
  return isText && format !== 'date-time' && values === undefined && maxLength === undefined;
}

function isConditionList(schema: StructuralSchema): boolean {
  return (
    schema['x-kubernetes-list-type'] === 'map' && schema['x-kubernetes-list-map-keys']?.join() === 'type'
  );
}

function unnamedKey({
  items,
  'x-kubernetes-list-map-keys': keys = [],
}: StructuralSchema): string | undefined {
  const optional = keys.find((key) => items?.required?.includes(key) !== true);
  return optional === undefined ? undefined : `has the key ${optional}, which its items may leave out`;
}
