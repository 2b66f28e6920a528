import * as z from 'zod';
import { languages, paymentMethods } from './enums.ts';
import { timestamp, yuan } from './common.ts';

const bilingual = z.strictObject({ zh: z.string(), en: z.string() });

/** What a browser must know before it shows anything. */
export const config = z.strictObject({
  version: z.string(),
  languages: z.array(z.enum(languages)),
  defaultLanguage: z.enum(languages),
  /** The operator's rate for showing dollars, and since when it holds. */
  currency: z.strictObject({ code: z.literal('CNY'), cnyPerUsd: z.string(), date: timestamp }),
  recharge: z.strictObject({ minimum: yuan, maximum: yuan, methods: z.array(z.enum(paymentMethods)) }),
  sandbox: z.boolean(),
  /** Whether one may sign in through the operator's identity provider. */
  singleSignOn: z.boolean(),
  /** Whether there is a mail server, so that codes can come by email. */
  email: z.boolean(),
  /** Whether the platform measures how busy GPUs are. */
  measuresGpus: z.boolean(),
  /** What happens when money runs out; stands in the terms. */
  dunning: bilingual,
  /** For how many days the disk of a machine is kept that stopped because the money ran out. */
  unfundedDiskDays: z.int(),
  /** For how many days the disk of a machine is kept that was stopped, or whose term is over. */
  stoppedDiskDays: z.int(),
  /** How customers reach people; null where the operator has set nothing. */
  support: z
    .strictObject({
      email: z.string().nullable(),
      url: z.string().nullable(),
      phone: z.string().nullable(),
      hours: bilingual.nullable(),
    })
    .nullable(),
  /** Where the documents are, such as `/docs` of the portal itself; null where there are none. */
  documents: z.string().nullable(),
  terms: z.strictObject({ version: z.string(), path: z.string() }),
  smsResendSeconds: z.int(),
});

export type Support = NonNullable<Config['support']>;
export type Config = z.infer<typeof config>;
