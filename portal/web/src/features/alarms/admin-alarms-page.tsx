import type { Alarm } from '@gpulease/contract/alarms';
import { alarmKinds, alarmPath, alarmStatuses, alarmText } from '@gpulease/contract/alarm-texts';
import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { TextLink } from '../../ui/links.tsx';
import { column, statusColumn, textColumn, timeColumn } from '../../ui/table/column-kinds.tsx';
import { selectFilter, statusFilter } from '../../ui/table/filter-kinds.ts';
import { ResourceTable } from '../../ui/table/resource-table.tsx';
import { WhatToDo } from '../../ui/what-to-do.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useCatalogueCause } from '../catalogue/causes.ts';
import { alarmPage } from './pages.ts';
import { ALARMS_REFRESH_MS } from './open-alarms.ts';

/** /admin/alarms: the alarms that the platform raised for operators. */
export function AdminAlarmsPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const acknowledge = useAction('acknowledgeAlarm', {
    refreshes: ['listAlarms'],
    done: t('alarms.acknowledged'),
  });
  return (
    <ResourceTable
      hasCsv
      operation="listAlarms"
      title={t('navigation.admin.alarms')}
      description={t('alarms.lead')}
      refreshMs={ALARMS_REFRESH_MS}
      rowKey={({ id }) => id}
      rowName={(alarm) => alarmText(alarm, language)}
      filters={[
        { kind: 'search', name: 'search', label: t('alarms.search') },
        statusFilter('alarm', alarmStatuses, t),
        selectFilter('kind', t('alarms.kind'), alarmKinds, (kind) => t(`alarms.kindOf.${kind}`)),
      ]}
      columns={[
        column('alarm', t('alarms.alarm'), (alarm: Alarm) => <AlarmSummary alarm={alarm} />, {
          isProse: true,
        }),
        statusColumn('alarm', t('common.status')),
        timeColumn('openedAt', t('alarms.openedAt'), { sortBy: 'openedAt' }),
        timeColumn('endedAt', t('alarms.endedAt')),
        textColumn('acknowledgedBy', t('alarms.acknowledgedBy')),
      ]}
      rowActions={({ id, status }) => [
        {
          key: 'acknowledge',
          title: t('alarms.acknowledge'),
          isDisabled: status !== 'OPEN',
          onClick: () => void acknowledge.attempt({ params: { id } }),
        },
      ]}
      empty={{ title: t('alarms.none'), body: t('alarms.noneBody') }}
    />
  );
}

/** The alarm as a link to its object, with the object's condition and what to do. */
function AlarmSummary({ alarm }: { readonly alarm: Alarm }) {
  const language = useLanguage();
  const causeOf = useCatalogueCause();
  return (
    <>
      <TextLink to={alarmPath(alarm)}>{alarmText(alarm, language)}</TextLink>
      {alarm.condition && <Content component="small">{causeOf(alarm.condition).text}</Content>}
      <Content component="small">
        <WhatToDo page={alarmPage(alarm)} />
      </Content>
    </>
  );
}
