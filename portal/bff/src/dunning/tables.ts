import type { Generated } from 'kysely';
import type { StepKind } from './steps.ts';

export interface DunningTables {
  dunning: DunningTable;
  dunning_step: DunningStepTable;
}

interface DunningTable {
  account_id: string;
  look_at: Date | null;
  recharged_at: Date | null;
  funds_end_at: Generated<Date | null>;
  spared_at: Generated<Date | null>;
  changes: Generated<bigint>;
}

interface DunningStepTable {
  account_id: string;
  order_id: string | null;
  subject: string;
  kind: StepKind;
  mark: number;
  episode: Date;
  due_at: Date;
  done_at: Date | null;
}
