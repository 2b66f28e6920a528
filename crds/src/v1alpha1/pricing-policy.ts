import * as z from 'zod';
import type { KubeObject, ResourceDefinition } from '../object.ts';
import { age, nameRules, readyAndWhy, resource, type CustomResource } from '../schema/custom-resource.ts';
import { rules } from '../schema/extensions.ts';
import * as fields from '../schema/fields.ts';

const pricingPolicySpecSchema = z
  .object({
    mode: z.enum(['OnDemand', 'Reserved', 'Spot']).meta({
      description:
        'OnDemand is billed by the second while the machine runs; Reserved is prepaid for a term; Spot is billed like OnDemand but can be interrupted when the capacity is needed. Immutable.',
      ...rules({
        rule: 'self == oldSelf',
        message: 'cannot be changed, because machines were ordered with it; create another PricingPolicy',
      }),
    }),
    price: z
      .string()
      .max(16)
      .regex(
        /^(0|[1-9][0-9]{0,8})(\.[0-9]{1,6})?$/,
        'must be a decimal number in quotation marks with at most 9 digits before and 6 after the point, for example "7.80"',
      )
      .meta({
        description:
          'Price of one SKU per unit of time: a decimal number as a string, with at most 6 decimals, for example "7.80".',
        'x-kubernetes-int-or-string': true,
        ...rules({ rule: `type(self) != string || self.matches('[1-9]')`, message: 'must be above zero' }),
      }),
    currency: z.enum(['CNY']).describe('Currency of the price.'),
    unit: z
      .enum(['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Year'])
      .describe(
        'Unit of time of the price; for Reserved, a day or more. Prices per second assume 30 days per month and 365 per year; reserved terms follow the calendar.',
      ),
    description: fields.text(1024, 'What the price includes, shown to customers.').optional(),
    translations: fields.translatedDescription.optional(),
  })
  .meta({
    description: 'The price. Changes apply from the next start or order; running machines keep their price.',
    ...rules({
      rule: "self.mode != 'Reserved' || !(self.unit in ['Second', 'Minute', 'Hour'])",
      message: 'a reserved term is counted in days or more; use unit Day, Week, Month or Year',
      fieldPath: '.unit',
    }),
  });

const pricingPolicyStatusSchema = z
  .object({
    ...fields.commonStatus,
    skus: fields
      .count('SKUs that can be ordered with it. Deletion is blocked while there are any.')
      .optional(),
    workloads: fields.count('Workloads ordered with it. Deletion is blocked while there are any.').optional(),
  })
  .describe('Observed state, written only by the controller. Condition Ready: SKUs can be ordered with it.');

export const pricingPolicySchema = z.object({
  spec: pricingPolicySpecSchema,
  status: pricingPolicyStatusSchema.optional(),
});

export type PricingPolicySpec = z.infer<typeof pricingPolicySpecSchema>;
export type PricingPolicy = KubeObject<PricingPolicySpec, z.infer<typeof pricingPolicyStatusSchema>>;

export const pricingPolicies: ResourceDefinition<PricingPolicy> = resource(
  'PricingPolicy',
  'pricingpolicies',
);

export const pricingPolicyResource: CustomResource = {
  definition: pricingPolicies,
  description: 'A way to pay for a SKU: on demand, reserved or spot, and its price.',
  schema: pricingPolicySchema,
  rules: nameRules,
  shortNames: ['pp'],
  columns: [
    ['Mode', 'string', '.spec.mode', 'How machines are billed.'],
    ['Price', 'string', '.spec.price', 'Price of one unit of time.'],
    ['Currency', 'string', '.spec.currency', 'Currency of the price.'],
    ['Unit', 'string', '.spec.unit', 'Unit of time.'],
    ['SKUs', 'integer', '.status.skus', 'SKUs that name it.'],
    ...readyAndWhy,
    age,
  ],
  selectableFields: ['.spec.mode'],
};
