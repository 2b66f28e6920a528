import type { BillingSummary } from '@gpulease/contract/billing';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/links.tsx';
import { Money } from '../../../ui/money.tsx';
import { Scrolling } from '../../../ui/scrolling.tsx';

/** Which machines cost most, each with a link to its records. */
export function SpentByWorkload({ workloads, used }: Pick<BillingSummary, 'workloads' | 'used'>) {
  const { t } = useTranslation();
  const title = t('billing.byWorkload');
  return (
    <Scrolling label={title}>
      <Table aria-label={title} variant="compact" gridBreakPoint="">
        <Thead>
          <Tr>
            <Th>{title}</Th>
            <Th className="gpulease-amount">{t('billing.amount')}</Th>
            <Th className="gpulease-amount">{t('billing.share')}</Th>
          </Tr>
        </Thead>
        <Tbody>
          {workloads.map((of) => (
            <Tr key={of.workload}>
              <Td>
                <TextLink to={`/billing?tab=records&workload=${encodeURIComponent(of.workload)}`}>
                  {of.workload}
                </TextLink>
              </Td>
              <Td className="gpulease-amount">
                <Money amount={of.used} />
              </Td>
              <Td className="gpulease-amount">{shareOf(of.used, used)}</Td>
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Scrolling>
  );
}

/** Nothing where refunds leave no whole. */
function shareOf(used: string, all: string): string {
  return Number(all) > 0 ? `${Math.round((Number(used) / Number(all)) * 100)}%` : '';
}
