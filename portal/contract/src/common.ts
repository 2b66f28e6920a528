/** Shapes that several areas share: pages, errors, money on the wire. */
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
/** Texts in other languages than the plain fields, which are Chinese; what is missing is shown in Chinese. */
export const translations = z.strictObject({
  en: z.strictObject({ displayName: z.string().optional(), description: z.string().optional() }).optional(),
});
/** Generation of a custom resource; what `If-Match` takes. */
export const etag = z.string();

export const MAX_PAGE_SIZE = 100;

/** The query of a list with the screen's own filters; `sortable` may be sorted by, the first is the default. */
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
    /** The whole filtered list as a file; as `Accept: text/csv` does, for links. */
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

/** One page of a list. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    items: z.array(item),
    total: count,
    page: z.int().min(1),
    pageSize: z.int().min(1),
  });
}

/** Free-text search over the fields of a list that a person reads. */
export const search = z.string().trim().max(100).optional();

export const noContent = z.undefined();

export const pricing = z.strictObject({
  name: z.string(),
  mode: z.enum(pricingModes),
  price: yuanPerUnit,
  currency: z.enum(currencies),
  unit: z.enum(pricingUnits),
});

/** Something that refers to an object of the catalogue. */
export const use = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('NODE'), name: z.string(), region: z.string() }),
  z.strictObject({ kind: z.literal('SKU'), name: z.string() }),
  z.strictObject({ kind: z.literal('WORKLOAD'), name: z.string(), user: z.string() }),
]);

/** A quota that an order goes beyond: what is counted, and how much of it there is; storage in GiB. */
export const quotaExcess = z.strictObject({
  of: z.enum(quotaKinds),
  limit: count,
  used: count,
  asked: count,
});

/** A limit of spending that an order or a start would go beyond: what is used of it, and what would be added, in yuan. */
export const spendingExcess = z.strictObject({
  of: z.enum(spendingPeriods),
  limit: yuan,
  used: yuan,
  /** Of the hour: what the machine costs an hour. Otherwise what is charged at once, `0.00` where the limit is reached already. */
  asked: yuan,
});

export const errorDetails = z.object({
  /** Refused fields: path → key of the validation messages, and after colons the numbers in it, as `between:1:16`. */
  fields: z.record(z.string(), z.string()).optional(),
  reason: z.enum(errorReasonNames).optional(),
  /** Yuan that are missing (INSUFFICIENT_FUNDS). */
  missing: yuan.optional(),
  /** QUOTA; RATE_LIMITED by the starts of an hour. */
  quota: quotaExcess.optional(),
  /** SPENDING_LIMIT. */
  spending: spendingExcess.optional(),
  /** What holds now (PRICE_CHANGED): the price of all SKUs for one unit and, for an order, what is charged at once. */
  price: yuanPerUnit.optional(),
  unit: z.enum(pricingUnits).optional(),
  charge: yuan.optional(),
  /** What destroying a reserved machine gives back now (REFUND_CHANGED). */
  refund: yuan.optional(),
  /** What uses the object that was to be deleted: how many there are, and the first of them (IN_USE). */
  usedBy: z.object({ total: count, items: z.array(use) }).optional(),
  /** What the cluster says about a refusal, in English: a rule of the API server or of an admission policy. */
  explanation: z.string().optional(),
  /** Seconds to wait (RATE_LIMITED). */
  retryAfter: count.optional(),
  /** Whether the next try of the same kind needs a captcha. */
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

/** The values that a condition of an object of the catalogue names, for those who say it in other words. */
export const conditionParameters = z.strictObject({
  /** The first of the objects at fault; one without a name is the cluster's default. */
  objects: z.array(z.strictObject({ kind: z.string(), name: z.string().optional() })).optional(),
  /** How many more there are. */
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
  /** Another program's own words. */
  words: z.string().optional(),
});
export type ConditionParameters = z.infer<typeof conditionParameters>;
