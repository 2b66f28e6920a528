import type { MessageChannel } from '@gpulease/contract/enums';

export interface SandboxTables {
  sandbox_message: SandboxMessageTable;
}

interface SandboxMessageTable {
  id: string;
  channel: MessageChannel;
  recipient: string;
  text: string;
  code: string | null;
  created_at: Date;
}
