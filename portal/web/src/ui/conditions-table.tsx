import type { ConditionParameters } from '@gpulease/contract/common';
import { Label } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { column } from './table/column-kinds.tsx';
import { Rows } from './table/rows.tsx';

export interface ShownCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly parameters?: ConditionParameters | undefined;
  readonly since: string | null;
}

interface ConditionsTableProps {
  readonly title: string;
  readonly conditions: readonly ShownCondition[];
  /** The condition's translated name, shown beside its type. */
  readonly nameOf?: (condition: ShownCondition) => string | undefined;
  /** Replaces the cluster's own message. */
  readonly sayingOf?: (condition: ShownCondition) => ReactNode;
}

const looks = { True: 'success', False: 'warning', Unknown: 'custom' } as const;

/** Conditions that indicate trouble if True; False is not highlighted. */
const troubles: ReadonlySet<string> = new Set(['Stalled', 'Reconciling']);

/** Conditions that are neutral if False: a node with machines, a machine that cannot migrate because of its GPU. */
const states: ReadonlySet<string> = new Set(['Drained', 'LiveMigratable', 'StorageLiveMigratable']);

function labelPropsOf({ type, status }: ShownCondition) {
  const isTrouble = troubles.has(type);
  if (status === 'False' && (isTrouble || states.has(type))) return {};
  return { status: isTrouble && status === 'True' ? looks.False : looks[status] };
}

export function ConditionsTable({ title, conditions, nameOf, sayingOf }: ConditionsTableProps) {
  const { t, format } = useWords();
  return (
    <Rows
      title={title}
      items={conditions}
      rowKey={({ type }) => type}
      columns={[
        column(
          'type',
          t('catalogue.condition'),
          (condition: ShownCondition) => (
            <Label isCompact {...labelPropsOf(condition)} {...(!nameOf?.(condition) && { lang: 'en' })}>
              {nameOf?.(condition) ?? condition.type}
            </Label>
          ),
          { isNarrow: true },
        ),
        column('holds', t('catalogue.holds'), ({ status }: ShownCondition) =>
          t(`catalogue.condition_${status}`),
        ),
        column(
          'message',
          t('catalogue.message'),
          (condition: ShownCondition) =>
            sayingOf?.(condition) ?? <span lang="en">{condition.message || condition.reason}</span>,
          { isProse: true },
        ),
        column(
          'since',
          t('catalogue.since'),
          ({ since }: ShownCondition) => (since === null ? '–' : format.dateTime(since)),
          { isNarrow: true },
        ),
      ]}
    />
  );
}
