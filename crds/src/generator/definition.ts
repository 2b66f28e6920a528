import { join } from 'node:path';
import { stringify } from 'yaml';
import type { CustomResource } from '../schema/custom-resource.ts';
import { toStructuralSchema, type StructuralSchema } from './structural-schema.ts';

/** `kubectl get gpulease` lists the objects of all our kinds. */
const CATEGORY = 'gpulease';
const OPEN = 'x-kubernetes-preserve-unknown-fields';

const header = '# Generated from crds/src by `npm run generate`. Do not edit.\n';

/** Returns the CustomResourceDefinition of a kind. Throws a SchemaError if it cannot express the schema. */
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
        description: 'API version of this object.',
      },
      kind: { type: 'string', description: 'Kind of this object.' },
      // Kubernetes defines it; declared here because rules refer to it.
      metadata: { type: 'object', properties: { name: { type: 'string' } } },
      ...(spec && { spec }),
      ...(status && { status: open(status) }),
    },
    'x-kubernetes-validations': rules,
  };
}

/**
 * Returns the schema with unknown fields preserved. Helm changes definitions before programs: during a rollback, the newer
 * operator runs with the older definitions for a while, and server-side apply would reject every status with a new field.
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

/** The folder of the manifests: in the chart, because Helm reads no files outside of it. */
export const manifestsFolder = join(import.meta.dirname, '../../../charts/gpulease/files/crds');

/** Returns the manifest of a kind as it is checked in. Keys are sorted, so that diffs are minimal. */
export function manifest(resource: CustomResource): string {
  const yaml = stringify(customResourceDefinition(resource), {
    sortMapEntries: true,
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
  return header + yaml;
}
