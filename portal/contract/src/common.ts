/** Schemas shared by several areas: pages, errors, money on the wire. */
import * as z from 'zod';
import { currencies, languages, pricingModes, pricingUnits, quotaKinds, spendingPeriods } from './enums.ts';
import { errorCodes, errorReasonNames } from './errors.ts';
import { price } from './validation.ts';

/** Yuan with two decimals, `"-12.30"`. */
export const yuan = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ description: 'Yuan, two decimals' });
/** Yuan per unit, up to six decimals. */
export const yuanPerUnit = price.meta({ description: 'Yuan per unit, up to six decimals' });
/** An instant as the server writes it: UTC, RFC 3339. */
export const timestamp = z.iso.datetime({ offset: true });

export const count = z.int().min(0);
export const tags = z.array(z.string());
/** Translations of the plain fields, which are Chinese; missing ones fall back to Chinese. */
export const translations = z.strictObject({
  en: z.strictObject({ displayName: z.string().optional(), description: z.string().optional() }).optional(),
});
/** Generation of a custom resource, to be sent in `If-Match`. */
export const etag = z.string();

export const MAX_PAGE_SIZE = 100;

/** Returns the query schema of a list with its own filters. `sortable` holds the sort fields, the default first. */
export function listQuery<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sortable: S,
  filters: F,
) {
  const [first, ...rest] = sortable.flatMap((field) => [field, `-${field}`]) as unknown as [
    SortOf<S>,
    ...SortOf<S>[],
  ];
  return z.strictObject({
    page: z.coerce.number().int().min(1).default(1),
    pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
    sort: z.enum([first, ...rest]).optional(),
    /** Returns the whole filtered list as a file, like `Accept: text/csv`, but usable in links. */
    format: z.literal('csv').optional(),
    language: z.enum(languages).optional().meta({
      description:
        'For CSV: headings and values in this language and times in China time, as in the consoles. If unset, names, values and times of the API.',
    }),
    columns: z
      .string()
      .regex(/^[A-Za-z]{1,40}(?:,[A-Za-z]{1,40}){0,40}$/)
      .optional()
      .meta({
        description:
          "For CSV in a language: comma-separated columns of the console's list. Defaults to all. Lists of money always have all.",
      }),
    ...filters,
  });
}

type SortOf<S extends readonly string[]> = S[number] | `-${S[number]}`;

/** Returns the schema of one page of a list. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    items: z.array(item),
    total: count,
    page: z.int().min(1),
    pageSize: z.int().min(1),
  });
}

/** Free-text search over the human-readable fields of a list. */
export const search = z.string().trim().max(100).optional();

export const noContent = z.undefined();

export const pricing = z.strictObject({
  name: z.string(),
  mode: z.enum(pricingModes),
  price: yuanPerUnit,
  currency: z.enum(currencies),
  unit: z.enum(pricingUnits),
});

/** An object that refers to an object of the catalogue. */
export const use = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('NODE'), name: z.string(), region: z.string() }),
  z.strictObject({ kind: z.literal('SKU'), name: z.string() }),
  z.strictObject({ kind: z.literal('WORKLOAD'), name: z.string(), user: z.string() }),
]);

/** A quota that an order would exceed; storage is in GiB. */
export const quotaExcess = z.strictObject({
  of: z.enum(quotaKinds),
  limit: count,
  used: count,
  asked: count,
});

/** A spending limit that an order or a start would exceed: the amounts used and to be added, in yuan. */
export const spendingExcess = z.strictObject({
  of: z.enum(spendingPeriods),
  limit: yuan,
  used: yuan,
  /** HOUR: the machine's hourly cost. Otherwise the immediate charge, or `0.00` if the limit is already reached. */
  asked: yuan,
});

export const errorDetails = z.object({
  /** Refused fields: path → validation message key, with its numbers after colons, such as `between:1:16`. */
  fields: z.record(z.string(), z.string()).optional(),
  reason: z.enum(errorReasonNames).optional(),
  /** Missing yuan (INSUFFICIENT_FUNDS). */
  missing: yuan.optional(),
  /** QUOTA; RATE_LIMITED by the starts per hour. */
  quota: quotaExcess.optional(),
  /** SPENDING_LIMIT. */
  spending: spendingExcess.optional(),
  /** Current terms (PRICE_CHANGED): the price of all SKUs for one unit and, for an order, the immediate charge. */
  price: yuanPerUnit.optional(),
  unit: z.enum(pricingUnits).optional(),
  charge: yuan.optional(),
  /** Current refund for destroying a reserved machine (REFUND_CHANGED). */
  refund: yuan.optional(),
  /** Objects that use the one to be deleted: their number, and the first of them (IN_USE). */
  usedBy: z.object({ total: count, items: z.array(use) }).optional(),
  /** The cluster's explanation of a refusal, in English: a rule of the API server or of an admission policy. */
  explanation: z.string().optional(),
  /** Seconds to wait (RATE_LIMITED). */
  retryAfter: count.optional(),
  /** Present if the next attempt of the same kind needs a captcha. */
  captcha: z.literal('required').optional(),
});

export const errorBody = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  requestId: z.string(),
  details: errorDetails.optional(),
});

export type Use = z.infer<typeof use>;
export type QuotaExcess = z.infer<typeof quotaExcess>;
export type SpendingExcess = z.infer<typeof spendingExcess>;
export type Pricing = z.infer<typeof pricing>;
export type ErrorDetails = z.infer<typeof errorDetails>;
export type ErrorBody = z.infer<typeof errorBody>;
export interface Page<T> {
  items: T[];
  total: number;
  page: number;
  pageSize: number;
}

/** Values in the message of a catalogue object's condition, for clients that phrase it themselves. */
export const conditionParameters = z.strictObject({
  /** The first objects at fault; one without a name is the cluster's default. */
  objects: z.array(z.strictObject({ kind: z.string(), name: z.string().optional() })).optional(),
  /** Number of further objects. */
  more: z.string().optional(),
  name: z.string().optional(),
  wanted: z.string().optional(),
  used: z.string().optional(),
  /** Such as `nvidia.com/A100 7/8, cpu 60/64`. */
  lacking: z.string().optional(),
  holders: z.string().optional(),
  machines: z.string().optional(),
  disks: z.string().optional(),
  /** RFC 3339, as is `since`. */
  until: z.string().optional(),
  since: z.string().optional(),
  selector: z.string().optional(),
  /** Another program's message, verbatim. */
  words: z.string().optional(),
});
export type ConditionParameters = z.infer<typeof conditionParameters>;
