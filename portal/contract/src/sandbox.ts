/** The sandbox's simulators: messages that were sent, and payments without money. */
import * as z from 'zod';
import { messageChannels } from './enums.ts';
import { listQuery, timestamp } from './common.ts';

export const sandboxMessage = z.strictObject({
  id: z.string(),
  channel: z.enum(messageChannels),
  recipient: z.string(),
  text: z.string(),
  /** The code in the text, if any. */
  code: z.string().nullable(),
  createdAt: timestamp,
});
export const sandboxMessageQuery = listQuery(['createdAt'], { recipient: z.string().max(254).optional() });

export type SandboxMessage = z.infer<typeof sandboxMessage>;
