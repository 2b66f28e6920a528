/** The field types that several schemas share. Each has its bounds and takes a description. */
import * as z from 'zod';
import { listMap, rules, uniqueList, type ValidationRule } from './extensions.ts';

const NAME_LENGTH = 63;
const TAG_COUNT = 32;

/** Kubernetes' rule for resource names, which the product shares. */
const NAME_PATTERN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

const NAME_MESSAGE =
  'must be lowercase letters, digits, hyphens and dots, with a letter or digit at both ends and beside each dot, for example a100-80g-1';

/** The name of another object. */
export function objectName(description: string) {
  return z.string().max(NAME_LENGTH).regex(NAME_PATTERN, NAME_MESSAGE).describe(description);
}

/** The name of a core object, which may be as long as a host name. */
export function longObjectName(description: string) {
  return z.string().max(253).regex(NAME_PATTERN, NAME_MESSAGE).describe(description);
}

/** A host name with at least one dot. */
export function hostName(description: string) {
  return z
    .string()
    .max(253)
    .regex(
      /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)+$/,
      'must be a domain name in lowercase letters with at least one dot and at most 63 characters between dots, for example notebook.cn-east-1.gpulease.example',
    )
    .describe(description);
}

/** An IP address that a program can connect to. */
export function ipAddress(description: string) {
  return z
    .string()
    .max(45)
    .meta({
      description,
      ...rules(
        { rule: 'isIP(self)', message: 'must be a valid IP address, for example 203.0.113.7' },
        {
          rule: '!isIP(self) || ip(self).isGlobalUnicast() || ip(self).isLoopback()',
          message:
            'must be the address of one host; unspecified, link-local, multicast and broadcast addresses are not',
        },
      ),
    });
}

/** Free text of at most `length` characters. */
export function text(length: number, description: string) {
  return z.string().min(1).max(length).describe(description);
}

/**
 * A declared size in whole MiB, GiB or TiB. The type accepts numbers, as for all Kubernetes quantities, so that the rule
 * can report the missing unit; the rule accepts only strings. `further` rules see strings and numbers.
 */
export function size(description: string, ...further: ValidationRule[]) {
  return z
    .string()
    .max(12)
    .regex(
      /^([1-9][0-9]{0,8}Mi|[1-9][0-9]{0,5}Gi|[1-9][0-9]{0,2}Ti)$/,
      'must be a whole number of Mi, Gi or Ti, below 1000Ti, for example 80Gi',
    )
    .meta({
      description: `${description} A quantity of whole Mi, Gi or Ti, for example 80Gi.`,
      'x-kubernetes-int-or-string': true,
      ...rules(...further),
    });
}

/** Returns a rule for a minimum size. */
export function atLeast(least: string): ValidationRule {
  return {
    rule: `${isNoQuantity('self')} || quantity(self).compareTo(quantity('${least}')) >= 0`,
    message: `must be at least ${least}`,
  };
}

/** CEL for: the value is not a quantity, so another rule rejects it and it cannot be compared. */
export function isNoQuantity(value: string): string {
  return `type(${value}) != string || !isQuantity(${value})`;
}

/** A measured number of bytes, which may be zero. */
export function bytes(description: string) {
  return z
    .string()
    .max(24)
    .regex(/^(0|[1-9][0-9]{0,17})(Ki|Mi|Gi|Ti|Pi)?$/)
    .describe(description);
}

/** A number of items. */
export function count(description: string) {
  return z.int32().min(0).describe(description);
}

export function portNumber(description: string) {
  return z.int32().min(1).max(65_535).describe(description);
}

/** A timestamp in RFC 3339. */
export function timestamp(description: string) {
  return z.iso.datetime({ offset: true }).describe(description);
}

/** The machine-readable cause of a state: one CamelCase word. */
export function reason(description: string) {
  return z
    .string()
    .max(64)
    .regex(/^[A-Z][A-Za-z0-9]*$/)
    .describe(description);
}

const englishDescription = { description: text(1024, 'Description in English.').optional() };
const englishName = { displayName: text(128, 'Display name in English.').optional() };

const IN_OTHER_LANGUAGES =
  'Texts for customers in other languages. The plain fields are in Chinese and shown if no translation is given.';

/** A description in languages other than the plain field's. */
export const translatedDescription = z
  .object({ en: z.object(englishDescription).describe('English.').optional() })
  .describe(IN_OTHER_LANGUAGES);

/** A display name and a description in languages other than the plain fields'. */
export const translations = z
  .object({
    en: z
      .object({ ...englishName, ...englishDescription })
      .describe('English.')
      .optional(),
  })
  .describe(IN_OTHER_LANGUAGES);

/** Free-form words for filtering catalogue entries. */
export const tags = z
  .array(text(63, 'Tag, shown as is.'))
  .max(TAG_COUNT)
  .meta({
    description: 'Unique tags to filter by in the portal.',
    ...uniqueList('each tag can be given only once; remove the duplicate'),
  });

/** A list of unique names of other objects. */
export function nameList(most: number, description: string, item: string) {
  return z
    .array(objectName(item))
    .max(most)
    .meta({ description, ...uniqueList('each name can be given only once; remove the duplicate') });
}

const generation = (description: string) => z.int().min(0).meta({ description, format: 'int64' });

const value = (description: string) => z.string().max(256).describe(description).optional();

/** The values in a condition's message, as data. */
export const conditionParameters = z
  .object({
    objects: z
      .array(
        z
          .object({
            kind: z.string().max(63).describe('Kind.'),
            name: z.string().max(253).describe("Name; unset for the cluster's default.").optional(),
          })
          .describe('One object.'),
      )
      .max(4)
      .meta({ description: 'First objects at fault.', 'x-kubernetes-list-type': 'atomic' })
      .optional(),
    more: value('Number of further objects at fault.'),
    name: value('Name of the object concerned.'),
    wanted: value('Expected value.'),
    used: value('Number of objects that still use it.'),
    lacking: value('Amount available of each scarce resource, such as "nvidia.com/A100 7/8, cpu 60/64".'),
    holders: value('Pods that use the scarce resources.'),
    machines: value('Number of machines.'),
    disks: value('Number of disks of stopped machines.'),
    until: value('End time, RFC 3339.'),
    since: value('Start time, RFC 3339.'),
    selector: value('PCI vendor and device ID of a GPU.'),
    words: value('Original message of another program.'),
  })
  .describe('Values in the message, for clients that rephrase it.');

export type ConditionParameters = z.infer<typeof conditionParameters>;

const condition = z
  .object({
    type: reason('Type of the condition, in CamelCase; one entry per type.'),
    status: z.enum(['True', 'False', 'Unknown']).describe('Status of the condition.'),
    reason: reason('Reason, as one CamelCase word.'),
    message: z.string().max(1024).describe('Human-readable explanation, in one sentence.'),
    parameters: conditionParameters.optional(),
    lastTransitionTime: timestamp('Last time the status changed.'),
    observedGeneration: generation('The metadata.generation that the condition is based on.').optional(),
  })
  .describe('One aspect of the current state.');

/** The status fields that every kind has. */
export const commonStatus = {
  conditions: z
    .array(condition)
    .max(16)
    .meta({ description: 'Current state, one entry per type; Ready summarizes it.', ...listMap('type') })
    .optional(),
  observedGeneration: generation('The metadata.generation that this status is based on.').optional(),
  updatedAt: timestamp('When the controller first saw the current generation.').optional(),
};
