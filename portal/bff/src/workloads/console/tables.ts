import type { ConsoleKind } from '@gpulease/contract/enums';

export interface ConsoleTables {
  console_ticket: ConsoleTicketTable;
  console_session: ConsoleSessionTable;
}

interface ConsoleTicketTable {
  token_hash: Buffer;
  session_hash: Buffer;
  workload_uid: string;
  kind: ConsoleKind;
  expires_at: Date;
}

interface ConsoleSessionTable {
  workload_uid: string;
  kind: ConsoleKind;
  id: string;
  renewed_at: Date;
}
