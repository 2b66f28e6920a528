import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRules, ready, resource, type CustomResource } from '../schema/custom-resource.ts';
import { listMap } from '../schema/extensions.ts';
import * as fields from '../schema/fields.ts';

/** As many regions as the status of a SKU tells apart. */
export const SHOWN_REGIONS = 256;
/** As many times at which there is more as it tells for each. */
export const SHOWN_LATER = 16;

const skuSpecSchema = z
  .object({
    displayName: fields.text(128, 'The name that customers read.'),
    description: fields.text(1024, 'What it is good for, for customers.').optional(),
    translations: fields.translations.optional(),
    cpu: z.int32().min(1).max(1024).describe('CPU cores of one machine.'),
    memory: fields.size('Memory of one machine.', fields.atLeast('256Mi')),
    disk: fields.size('Root disk that is included in the price.', fields.atLeast('1Gi')),
    gpu: z
      .object({
        model: fields.objectName('Name of the GPU object.'),
        count: z.int32().min(1).max(16).describe('How many GPUs one machine gets.'),
      })
      .describe('The GPUs of one machine; leave it out for a SKU with CPUs only.')
      .optional(),
    tags: fields.tags.optional(),
    state: z
      .enum(['Active', 'Inactive'])
      .default('Active')
      .describe('Inactive takes no new orders; what runs goes on.'),
    pricing: fields
      .nameList(
        16,
        'The PricingPolicies that it can be ordered under, at least one.',
        'Name of a PricingPolicy.',
      )
      .min(1),
  })
  .describe(
    'What is sold. Editing it never changes existing workloads: each keeps what it was ordered with.',
  );

const largest =
  'The largest skuQuantity among these: a machine lies on one node, so an order for more has to wait though the sum is enough.';

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
              'How many could be started there now on demand, for as long as one likes. Spot machines make room for them.',
            ),
            level,
            largest: fields.count(largest).optional(),
            spot: z
              .object({
                available: fields.count('How many could be started there now.'),
                level,
                largest: fields.count(largest).optional(),
              })
              .describe(
                'What there is for Spot machines: nobody makes room for them, but they may use what is booked for later until then.',
              )
              .optional(),
            bookable: fields
              .count(
                'How many could be booked there for a later start, at the most: what no machine holds without an end. Other bookings may stand against it.',
              )
              .optional(),
            later: z
              .array(
                z
                  .object({
                    from: fields.timestamp('From then on.'),
                    available: fields.count('How many could be booked from then on without an end.'),
                    largest: fields.count(largest),
                  })
                  .describe(
                    'There is more room from a time on, since what is held or booked until then ends.',
                  ),
              )
              .max(SHOWN_LATER)
              .meta({
                description: `The next ${SHOWN_LATER} times at which there will be more room than now, beside all that is booked.`,
                'x-kubernetes-list-type': 'atomic',
              })
              .optional(),
            maxQuantity: fields
              .count(
                'The largest skuQuantity for which a node there has room when it is empty; an order for more is refused. 0: no node is large enough for one.',
              )
              .optional(),
          })
          .describe('What can be had in one region.'),
      )
      .max(SHOWN_REGIONS)
      .meta({
        description: `What can be had now, by region: the first ${SHOWN_REGIONS} by name. The sum counts all.`,
        ...listMap('region'),
      })
      .optional(),
    available: fields.count('How many could be started now on demand in all regions together.').optional(),
    nodes: fields
      .count('ComputeNodes that may run it. A SKU that a node may run cannot be deleted.')
      .optional(),
    workloads: fields
      .count('Workloads that were ordered with it. A SKU that has any cannot be deleted.')
      .optional(),
  })
  .describe('What the controller found; written by it only. Condition Ready: all that it names exists.');

export const skuSchema = z.object({ spec: skuSpecSchema, status: skuStatusSchema.optional() });

export type SKUSpec = z.infer<typeof skuSpecSchema>;
export type SKUStatus = z.infer<typeof skuStatusSchema>;
export type SKU = KubeObject<SKUSpec, SKUStatus>;

export const skus: ResourceDefinition<SKU> = resource('SKU', 'skus');

export const skuResource: CustomResource = {
  definition: skus,
  description: 'What customers order: a size of machine, with its GPUs and its prices.',
  schema: skuSchema,
  rules: nameRules,
  shortNames: [],
  columns: [
    { name: 'CPU', type: 'integer', jsonPath: '.spec.cpu', description: 'CPU cores.' },
    { name: 'Memory', type: 'string', jsonPath: '.spec.memory', description: 'Memory.' },
    { name: 'GPU', type: 'string', jsonPath: '.spec.gpu.model', description: 'Model of the GPUs.' },
    { name: 'GPUs', type: 'integer', jsonPath: '.spec.gpu.count', description: 'How many GPUs.' },
    { name: 'State', type: 'string', jsonPath: '.spec.state', description: 'Whether it can be ordered.' },
    {
      name: 'Available',
      type: 'integer',
      jsonPath: '.status.available',
      description: 'To be had on demand.',
    },
    {
      name: 'Workloads',
      type: 'integer',
      jsonPath: '.status.workloads',
      description: 'Workloads that use it.',
    },
    ready,
    age,
  ],
  selectableFields: ['.spec.state'],
};
