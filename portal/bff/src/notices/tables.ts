import type { MessageChannel, NoticeKind } from '@gpulease/contract/enums';
import type { Generated, Selectable } from 'kysely';

export interface NoticeTables {
  notice: NoticeTable;
  notice_delivery: NoticeDeliveryTable;
}

interface NoticeTable {
  id: Generated<bigint>;
  user_id: string;
  kind: NoticeKind;
  key: string;
  subject: string;
  workload: string | null;
  until: Date | null;
  created_at: Date;
  read_at: Date | null;
}
export type NoticeRow = Selectable<NoticeTable>;

interface NoticeDeliveryTable {
  notice_id: bigint;
  channel: MessageChannel;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  sent_at: Date | null;
  last_error: string | null;
}
