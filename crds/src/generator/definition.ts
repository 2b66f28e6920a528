import { join } from 'node:path';
import { stringify } from 'yaml';
import type { CustomResource } from '../schema/custom-resource.ts';
import { toStructuralSchema, type StructuralSchema } from './structural-schema.ts';

/** `kubectl get gpulease` lists all that is ours. */
const CATEGORY = 'gpulease';
const OPEN = 'x-kubernetes-preserve-unknown-fields';

const header = '# Generated from crds/src by `npm run generate`. Do not edit.\n';

/** The CustomResourceDefinition of a kind. Throws a SchemaError where it cannot say what the schema does. */
function customResourceDefinition(resource: CustomResource) {
  const { group, version, kind, plural, singular, namespaced } = resource.definition;
  const { shortNames } = resource;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular,
        ...(shortNames.length === 0 ? {} : { shortNames }),
        categories: [CATEGORY],
      },
      scope: namespaced ? 'Namespaced' : 'Cluster',
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: objectSchema(resource) },
          subresources: { status: {} },
          additionalPrinterColumns: resource.columns.map(([name, type, jsonPath, description, width]) => ({
            ...{ name, type, jsonPath, description },
            ...(width === 'wide' && { priority: 1 }),
          })),
          selectableFields: resource.selectableFields.map((jsonPath) => ({ jsonPath })),
        },
      ],
    },
  };
}

function objectSchema({ description, schema, rules }: CustomResource): StructuralSchema {
  const { spec, status } = toStructuralSchema(schema).properties ?? {};
  return {
    type: 'object',
    description,
    required: ['spec'],
    properties: {
      apiVersion: {
        type: 'string',
        description: 'The version of the schema that this object is written in.',
      },
      kind: { type: 'string', description: 'The kind of this object.' },
      // Kubernetes' own; said here because rules point at it.
      metadata: { type: 'object', properties: { name: { type: 'string' } } },
      ...(spec && { spec }),
      ...(status && { status: open(status) }),
    },
    'x-kubernetes-validations': rules,
  };
}

/**
 * The same schema, for fields that it does not name, too. Helm changes definitions before programs: in a rollback the newer operator
 * works under the older definitions for a while, and server-side apply would refuse all of a status that has a new field.
 */
function open(schema: StructuralSchema): StructuralSchema {
  const { type, properties = {}, items } = schema;
  const inner = Object.entries(properties).map(([name, property]) => [name, open(property)] as const);
  return {
    ...schema,
    ...(type === 'object' && { properties: Object.fromEntries(inner), [OPEN]: true }),
    ...(items && { items: open(items) }),
  };
}

/** Where the manifests are: in the chart, because Helm reads no files outside of it. */
export const manifestsFolder = join(import.meta.dirname, '../../../charts/gpulease/files/crds');

/** The manifest of a kind as it is checked in: keys in order, so that a change shows as just that. */
export function manifest(resource: CustomResource): string {
  const yaml = stringify(customResourceDefinition(resource), {
    sortMapEntries: true,
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
  return header + yaml;
}
