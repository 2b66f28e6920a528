import type { MessageChannel } from '@gpulease/contract/enums';
import type { NoticeKind } from '@gpulease/contract/notice-kinds';
import type { Generated, Selectable } from 'kysely';

export interface NoticeTables {
  notice: NoticeTable;
  notice_delivery: NoticeDeliveryTable;
  stock_alert: StockAlertTable;
}

/** A SKU that can be had again, and what it and the region were called then. */
export interface StockOffer {
  readonly sku: string;
  readonly region: string;
  readonly skuName: string;
  readonly regionName: string;
}

interface NoticeTable {
  id: Generated<bigint>;
  user_id: string;
  kind: NoticeKind;
  key: string;
  subject: string;
  workload: string | null;
  api_token: string | null;
  until: Date | null;
  offer: StockOffer | null;
  /** In micro-yuan. */
  per_hour: bigint | null;
  /** An operator's own words. */
  why: string | null;
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

interface StockAlertTable {
  id: Generated<bigint>;
  user_id: string;
  sku: string;
  /** null for any. */
  region: string | null;
  created_at: Date;
  expires_at: Date;
}
export type StockAlertRow = Selectable<StockAlertTable>;
