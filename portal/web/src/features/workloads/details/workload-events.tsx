import type { SessionConsole } from '@gpulease/contract/enums';
import type { WorkloadEvent } from '@gpulease/contract/workloads';
import { Content, Flex, FlexItem } from '@patternfly/react-core';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useWords } from '../../../i18n/words.ts';
import { StatusLabel } from '../../../ui/status-label.tsx';
import { ResourceTable, type ColumnOf } from '../../../ui/table/resource-table.tsx';
import { causeFor } from '../causes.ts';
import { column } from '../../../ui/table/column-kinds.tsx';
import type { WorkloadProps } from '../workload.ts';

export function WorkloadEvents({ console, workload: { user, name } }: WorkloadProps) {
  const { t, format } = useWords();
  const table = {
    title: t('workload.tab.events'),
    rowKey: ({ time, actor, reason }: WorkloadEvent) => `${time} ${actor} ${reason}`,
    columns: [
      column('time', t('common.time'), ({ time }) => format.dateTime(time), {
        sortBy: 'time',
        onCard: 'below',
        isNarrow: true,
      }),
      column(
        'actor',
        t('event.actor'),
        ({ actor, by }) => {
          const kind = t(`event.actors.${actor}`);
          return by === null ? kind : t('event.by', { kind, by });
        },
        { onCard: 'below', isNarrow: true },
      ),
      column('message', t('event.message'), (event) => <What console={console} event={event} />, {
        onCard: 'start',
        isProse: true,
      }),
    ] satisfies readonly ColumnOf<'listWorkloadEvents'>[],
    empty: { title: t('event.empty'), body: t('event.emptyBody') },
  };
  return console === 'admin' ? (
    <ResourceTable operation="listAnyWorkloadEvents" params={{ user, name }} {...table} />
  ) : (
    <ResourceTable operation="listWorkloadEvents" params={{ name }} {...table} />
  );
}

function What({ console, event }: { readonly console: SessionConsole; readonly event: WorkloadEvent }) {
  const { type, actor, reason, explanation, count } = event;
  const { t } = useWords();
  const language = useLanguage();
  const acts: Readonly<Record<string, string>> = t('event.acts', { returnObjects: true });
  const act = actor === 'PLATFORM' ? undefined : acts[reason];
  const text = act ?? causeFor(console, event, language);
  return (
    <Flex gap={{ default: 'gapSm' }}>
      {type === 'WARNING' && <StatusLabel kind="event" status={type} />}
      <FlexItem>
        {count > 1 ? t('event.times', { text, count }) : text}
        {explanation !== null && (
          <Content component="small">{t('event.explanation', { explanation })}</Content>
        )}
      </FlexItem>
    </Flex>
  );
}
