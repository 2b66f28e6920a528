import * as z from 'zod';
import { languages, paymentMethods } from './enums.ts';
import { timestamp, yuan } from './common.ts';

const bilingual = z.strictObject({ zh: z.string(), en: z.string() });

/** Settings that a browser needs before it renders anything. */
export const config = z.strictObject({
  version: z.string(),
  languages: z.array(z.enum(languages)),
  defaultLanguage: z.enum(languages),
  /** The operator's rate for showing dollars, and since when it applies. */
  currency: z.strictObject({ code: z.literal('CNY'), cnyPerUsd: z.string(), date: timestamp }),
  recharge: z.strictObject({ minimum: yuan, maximum: yuan, methods: z.array(z.enum(paymentMethods)) }),
  sandbox: z.boolean(),
  /** Whether users can sign in through the operator's identity provider. */
  singleSignOn: z.boolean(),
  /** Whether a mail server is configured, so that codes can be sent by email. */
  email: z.boolean(),
  /** Whether the platform measures how busy GPUs are. */
  measuresGpus: z.boolean(),
  /** What happens when money runs out, as stated in the terms. */
  dunning: bilingual,
  /** Days for which the disk of a machine stopped for lack of funds is kept. */
  unfundedDiskDays: z.int(),
  /** Days for which the disk of a stopped machine, or of one whose term has ended, is kept. */
  stoppedDiskDays: z.int(),
  /** Contact details of customer support; null if the operator has set none. */
  support: z
    .strictObject({
      email: z.string().nullable(),
      url: z.string().nullable(),
      phone: z.string().nullable(),
      hours: bilingual.nullable(),
    })
    .nullable(),
  /** URL of the documentation, such as `/docs` of the portal itself; null if there is none. */
  documents: z.string().nullable(),
  terms: z.strictObject({ version: z.string(), path: z.string() }),
  smsResendSeconds: z.int(),
});

export type Support = NonNullable<Config['support']>;
export type Config = z.infer<typeof config>;
