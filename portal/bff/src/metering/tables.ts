import type { PricingUnit } from '@gpulease/contract/enums';
import type { Generated, GeneratedAlways, Selectable } from 'kysely';

export interface MeteringTables {
  usage_segment: UsageSegmentTable;
  usage_line: UsageLineTable;
  usage_rating: UsageRatingTable;
}

interface UsageSegmentTable {
  id: Generated<bigint>;
  order_id: string;
  account_id: string;
  workload_uid: string;
  run_id: string;
  price: bigint;
  unit: PricingUnit;
  quantity: bigint;
  started_at: Date;
  stopped_at: Date | null;
  end_reason: string | null;
  charged_through: Date;
  /** Over and charged to its end. */
  is_settled: GeneratedAlways<boolean>;
  /** The hour of `charged_through`, counted from the epoch. */
  charged_hour: GeneratedAlways<bigint>;
  uncharged_from: Date | null;
  charged: Generated<bigint>;
  written_off: Generated<bigint>;
  credited: Generated<bigint>;
}

export type UsageSegment = Selectable<UsageSegmentTable>;

interface UsageLineTable {
  transaction_id: bigint;
  segment_id: bigint;
  started_at: Date;
  ended_at: Date;
}

/** The sums of an order's runs at one price. */
interface UsageRatingTable {
  order_id: string;
  price: bigint;
  unit: PricingUnit;
  quantity: bigint;
  rated_ms: bigint;
  amount: bigint;
  rounding: Generated<bigint>;
}
