import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRules, readyAndWhy, resource, type CustomResource } from '../schema/custom-resource.ts';
import { listMap } from '../schema/extensions.ts';
import * as fields from '../schema/fields.ts';

/** The most regions that a SKU's status lists. */
export const SHOWN_REGIONS = 256;
/** The most times of future availability that it lists per region. */
export const SHOWN_LATER = 16;
/** The most faults of its references that it lists. */
export const SHOWN_FAULTS = 32;

const skuSpecSchema = z
  .object({
    displayName: fields.text(128, 'The name that customers see.'),
    description: fields.text(1024, 'What it is suitable for; customers read it.').optional(),
    translations: fields.translations.optional(),
    cpu: z.int32().min(1).max(1024).describe('CPU cores of one machine.'),
    memory: fields.size('Memory of one machine.', fields.atLeast('256Mi')),
    disk: fields.size('Root disk that is included in the price.', fields.atLeast('1Gi')),
    gpu: z
      .object({
        model: fields.objectName('Name of the GPU object.'),
        count: z.int32().min(1).max(16).describe('How many GPUs one machine gets.'),
      })
      .describe('The GPUs of one machine; leave it out for a SKU without GPUs.')
      .optional(),
    tags: fields.tags.optional(),
    state: z
      .enum(['Active', 'Inactive'])
      .default('Active')
      .describe('Inactive takes no new orders; running machines keep running.'),
    pricing: fields
      .nameList(
        16,
        'The PricingPolicies that it can be ordered with, at least one.',
        'Name of a PricingPolicy.',
      )
      .min(1),
  })
  .describe(
    'What is sold. Changing it never changes existing workloads: each keeps what it was ordered with.',
  );

const largest =
  'The largest skuQuantity among these: a machine runs on one node, so a larger order has to wait even if the sum is enough.';

const level = z.enum(['None', 'Low', 'Medium', 'High']).describe('The same in one word, for customers.');

const skuStatusSchema = z
  .object({
    ...fields.commonStatus,
    availability: z
      .array(
        z
          .object({
            region: fields.objectName('Name of the Region.'),
            available: fields.count(
              'How many can be started there now on demand, without a time limit. Spot machines make room for them.',
            ),
            level,
            largest: fields.count(largest).optional(),
            spot: z
              .object({
                available: fields.count('How many can be started there now.'),
                level,
                largest: fields.count(largest).optional(),
              })
              .describe(
                'Availability for Spot machines: nothing makes room for them, but they can use capacity that is reserved for later until then.',
              )
              .optional(),
            bookable: fields
              .count(
                'How many can be reserved there for a later start at most: what no machine uses without an end. Other reservations can reduce it.',
              )
              .optional(),
            later: z
              .array(
                z
                  .object({
                    from: fields.timestamp('From when.'),
                    available: fields.count('How many can be reserved from then on without an end.'),
                    largest: fields.count(largest),
                  })
                  .describe(
                    'More capacity from a time on, because what is used or reserved until then ends.',
                  ),
              )
              .max(SHOWN_LATER)
              .meta({
                description: `The next ${SHOWN_LATER} times at which more capacity will be free than now, with all reservations counted.`,
                'x-kubernetes-list-type': 'atomic',
              })
              .optional(),
            maxQuantity: fields
              .count(
                'The largest skuQuantity that fits on an empty node there; a larger order is refused. 0: no node is large enough for one.',
              )
              .optional(),
          })
          .describe('Availability in one region.'),
      )
      .max(SHOWN_REGIONS)
      .meta({
        description: `Availability now, by region in which it is sold: the first ${SHOWN_REGIONS} by name. The total counts all.`,
        ...listMap('region'),
      })
      .optional(),
    available: fields.count('How many can be started now on demand in all regions together.').optional(),
    faults: z
      .array(
        z
          .object({
            kind: fields.reason('Kind of the object.'),
            name: fields.objectName('Name of the object.'),
            reason: fields.reason('ReferenceMissing, or why that object is not Ready.'),
            message: z.string().max(1024).describe('One sentence in the words of that object.'),
            parameters: fields.conditionParameters.optional(),
          })
          .describe('One object that the SKU needs and that cannot be used.'),
      )
      .max(SHOWN_FAULTS)
      .meta({
        description:
          'What keeps it from being sold, or from being sold in one of its regions or at one of its prices.',
        ...listMap('kind', 'name'),
      })
      .optional(),
    nodes: fields
      .count('ComputeNodes that can run it. While there are any, it cannot be deleted.')
      .optional(),
    workloads: fields
      .count('Workloads that were ordered with it. While there are any, it cannot be deleted.')
      .optional(),
  })
  .describe(
    'The observed state; only the controller writes it. Condition Ready: everything that it needs in order to be sold exists and is ready.',
  );

export const skuSchema = z.object({ spec: skuSpecSchema, status: skuStatusSchema.optional() });

export type SKUStatus = z.infer<typeof skuStatusSchema>;
export type SKU = KubeObject<z.infer<typeof skuSpecSchema>, SKUStatus>;

export const skus: ResourceDefinition<SKU> = resource('SKU', 'skus');

export const skuResource: CustomResource = {
  definition: skus,
  description: 'What customers order: a machine size with its GPUs and prices.',
  schema: skuSchema,
  rules: nameRules,
  shortNames: [],
  columns: [
    ['CPU', 'integer', '.spec.cpu', 'CPU cores.'],
    ['Memory', 'string', '.spec.memory', 'Memory.'],
    ['GPU', 'string', '.spec.gpu.model', 'Model of the GPUs.'],
    ['GPUs', 'integer', '.spec.gpu.count', 'How many GPUs.'],
    ['State', 'string', '.spec.state', 'Whether it can be ordered.'],
    ['Available', 'integer', '.status.available', 'Available on demand.'],
    ['Workloads', 'integer', '.status.workloads', 'Workloads that use it.'],
    ...readyAndWhy,
    age,
  ],
  selectableFields: ['.spec.state'],
};
