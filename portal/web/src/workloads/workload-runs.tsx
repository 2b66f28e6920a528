import type { Workload } from '@gpulease/contract/workloads';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { Money } from '../ui/money.tsx';
import { causeText } from './causes.ts';

/** The newest runs of a machine and what each cost. */
export function WorkloadRuns({ workload }: { readonly workload: Workload }) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  return (
    <Table variant="compact" gridBreakPoint="grid-md" aria-label={t('run.title')}>
      <Thead>
        <Tr>
          <Th>{t('run.startedAt')}</Th>
          <Th>{t('run.stoppedAt')}</Th>
          <Th>{t('run.endReason')}</Th>
          <Th>{t('run.cost')}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {workload.runs.map((run) => (
          <Tr key={run.id}>
            <Td dataLabel={t('run.startedAt')}>{format.dateTime(run.startedAt)}</Td>
            <Td dataLabel={t('run.stoppedAt')}>
              {run.stoppedAt === null ? t('run.open') : format.dateTime(run.stoppedAt)}
            </Td>
            <Td dataLabel={t('run.endReason')}>
              {run.endReason === null ? '–' : causeText(run.endReason, '', language)}
            </Td>
            <Td dataLabel={t('run.cost')}>
              <Money amount={run.cost} />
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
