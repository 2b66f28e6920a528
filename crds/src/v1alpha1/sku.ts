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
    displayName: fields.text(128, 'Name shown to customers.'),
    description: fields.text(1024, 'Intended use, shown to customers.').optional(),
    translations: fields.translations.optional(),
    cpu: z.int32().min(1).max(1024).describe('CPU cores of one machine.'),
    memory: fields.size('Memory of one machine.', fields.atLeast('256Mi')),
    disk: fields.size('Root disk included in the price.', fields.atLeast('1Gi')),
    gpu: z
      .object({
        model: fields.objectName('Name of the GPU object.'),
        count: z.int32().min(1).max(16).describe('Number of GPUs of one machine.'),
      })
      .describe('GPUs of one machine. Omit for a SKU without GPUs.')
      .optional(),
    tags: fields.tags.optional(),
    state: z
      .enum(['Active', 'Inactive'])
      .default('Active')
      .describe('Inactive accepts no new orders; running machines keep running.'),
    pricing: fields
      .nameList(16, 'PricingPolicies that it can be ordered with, at least one.', 'Name of a PricingPolicy.')
      .min(1),
  })
  .describe(
    'The product for sale. Changes never affect existing workloads: each keeps what it was ordered with.',
  );

const largest =
  'Largest skuQuantity among these. A machine runs on one node, so a larger order waits even if the total suffices.';

const level = z.enum(['None', 'Low', 'Medium', 'High']).describe('Availability in one word, for customers.');

const skuStatusSchema = z
  .object({
    ...fields.commonStatus,
    availability: z
      .array(
        z
          .object({
            region: fields.objectName('Name of the Region.'),
            available: fields.count(
              'Number that can start there now on demand, without a time limit. Spot machines make room for them.',
            ),
            level,
            largest: fields.count(largest).optional(),
            spot: z
              .object({
                available: fields.count('Number that can start there now.'),
                level,
                largest: fields.count(largest).optional(),
              })
              .describe(
                'Availability for Spot machines. Nothing makes room for them, but they can use capacity reserved for later until then.',
              )
              .optional(),
            bookable: fields
              .count(
                'Maximum that can be reserved there for a later start: all that no machine uses indefinitely. Other reservations can reduce it.',
              )
              .optional(),
            later: z
              .array(
                z
                  .object({
                    from: fields.timestamp('Start time.'),
                    available: fields.count('Number that can be reserved indefinitely from then on.'),
                    largest: fields.count(largest),
                  })
                  .describe('Capacity that becomes free when usage or reservations end.'),
              )
              .max(SHOWN_LATER)
              .meta({
                description: `Next ${SHOWN_LATER} times at which more capacity will be free than now, counting all reservations.`,
                'x-kubernetes-list-type': 'atomic',
              })
              .optional(),
            maxQuantity: fields
              .count(
                'Largest skuQuantity that fits on an empty node there; larger orders are refused. 0 if no node is large enough for one.',
              )
              .optional(),
          })
          .describe('Availability in one region.'),
      )
      .max(SHOWN_REGIONS)
      .meta({
        description: `Current availability by region of sale: the first ${SHOWN_REGIONS} by name. The total includes all.`,
        ...listMap('region'),
      })
      .optional(),
    available: fields.count('Number that can start now on demand in all regions.').optional(),
    faults: z
      .array(
        z
          .object({
            kind: fields.reason('Kind of the object.'),
            name: fields.objectName('Name of the object.'),
            reason: fields.reason('ReferenceMissing, or why the object is not Ready.'),
            message: z.string().max(1024).describe("The object's own message, in one sentence."),
            parameters: fields.conditionParameters.optional(),
          })
          .describe('Object that the SKU needs and that cannot be used.'),
      )
      .max(SHOWN_FAULTS)
      .meta({
        description:
          'Objects that prevent its sale entirely, or in one of its regions or at one of its prices.',
        ...listMap('kind', 'name'),
      })
      .optional(),
    nodes: fields.count('ComputeNodes that can run it. Deletion is blocked while there are any.').optional(),
    workloads: fields.count('Workloads ordered with it. Deletion is blocked while there are any.').optional(),
  })
  .describe(
    'Observed state, written only by the controller. Condition Ready: everything needed to sell it exists and is ready.',
  );

export const skuSchema = z.object({ spec: skuSpecSchema, status: skuStatusSchema.optional() });

export type SKUStatus = z.infer<typeof skuStatusSchema>;
export type SKU = KubeObject<z.infer<typeof skuSpecSchema>, SKUStatus>;

export const skus: ResourceDefinition<SKU> = resource('SKU', 'skus');

export const skuResource: CustomResource = {
  definition: skus,
  description: 'A machine size that customers order, with its GPUs and prices.',
  schema: skuSchema,
  rules: nameRules,
  shortNames: [],
  columns: [
    ['CPU', 'integer', '.spec.cpu', 'CPU cores.'],
    ['Memory', 'string', '.spec.memory', 'Memory.'],
    ['GPU', 'string', '.spec.gpu.model', 'Model of the GPUs.'],
    ['GPUs', 'integer', '.spec.gpu.count', 'Number of GPUs.'],
    ['State', 'string', '.spec.state', 'Whether it can be ordered.'],
    ['Available', 'integer', '.status.available', 'Available on demand.'],
    ['Workloads', 'integer', '.status.workloads', 'Workloads that use it.'],
    ...readyAndWhy,
    age,
  ],
  selectableFields: ['.spec.state'],
};
