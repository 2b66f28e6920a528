import * as z from 'zod';
import {
  platformCheckNames,
  platformFindings,
  platformStatuses,
  type PlatformFinding,
} from './platform-checks.ts';

/** What the platform itself is like: a finding for each thing that is looked at. */
export const platformCheck = z.strictObject({
  name: z.enum(platformCheckNames),
  status: z.enum(platformStatuses),
  finding: z.enum(Object.keys(platformFindings) as [PlatformFinding, ...PlatformFinding[]]),
  /** What its sentence says: versions, names, numbers, and instants under `at` and `since`. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
});
export const platform = z.strictObject({ checks: z.array(platformCheck) });

export type PlatformCheck = z.infer<typeof platformCheck>;
export type Platform = z.infer<typeof platform>;
