/** Server-Sent Events: each is one unnamed message whose data is one of these as JSON. */
import * as z from 'zod';
import { rechargeStatuses } from './enums.ts';
import { workload } from './workloads.ts';

export const catalogueKinds = ['regions', 'nodes', 'gpus', 'skus', 'images', 'pricing-policies'] as const;

export const liveEvent = z.discriminatedUnion('type', [
  /** The stream is open and complete from here on; reload what was shown before. */
  z.strictObject({ type: z.literal('ready') }),
  /** Current state of a workload; null once it is gone. */
  z.strictObject({
    type: z.literal('workload'),
    user: z.string(),
    name: z.string(),
    workload: workload.nullable(),
  }),
  /** Money moved; reload `/me/balance` and the billing lists. */
  z.strictObject({ type: z.literal('balance'), user: z.string() }),
  z.strictObject({
    type: z.literal('recharge'),
    user: z.string(),
    id: z.string(),
    status: z.enum(rechargeStatuses),
  }),
  /** A notice was created or read; reload `/me/notices`. */
  z.strictObject({ type: z.literal('notice') }),
  z.strictObject({ type: z.literal('catalogue'), kind: z.enum(catalogueKinds) }),
  /** Users, their quotas, invite codes or requests for approval changed (admin console only). */
  z.strictObject({ type: z.literal('identity') }),
]);

export type CatalogueKind = (typeof catalogueKinds)[number];
export type LiveEvent = z.infer<typeof liveEvent>;
