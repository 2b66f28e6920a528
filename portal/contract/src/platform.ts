import * as z from 'zod';
import {
  platformCheckNames,
  platformFindings,
  platformStatuses,
  type PlatformFinding,
} from './platform-checks.ts';

/** One check of the platform itself, with its finding. */
export const platformCheck = z.strictObject({
  name: z.enum(platformCheckNames),
  status: z.enum(platformStatuses),
  finding: z.enum(Object.keys(platformFindings) as [PlatformFinding, ...PlatformFinding[]]),
  /** Values in its sentence: versions, names, numbers, and instants under `at` and `since`. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
});
export const platform = z.strictObject({ checks: z.array(platformCheck) });

export type PlatformCheck = z.infer<typeof platformCheck>;
export type Platform = z.infer<typeof platform>;
