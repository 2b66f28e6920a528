import { ExpandableSection } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Scrolling } from '../scrolling.tsx';

interface AmountTableProps {
  readonly title: string;
  /** What the labels mean, and what the values of a row are. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly label: string; readonly values: readonly ReactNode[] }[];
  readonly labelOf?: (label: string) => ReactNode;
}

interface ChartTableProps extends Pick<AmountTableProps, 'title' | 'columns'> {
  /** Newest first; made only where the table is open. */
  readonly rows: () => AmountTableProps['rows'];
}

/** The data of a chart as a table, for those who do not see it and for exact numbers. */
export function ChartTable({ title, columns, rows }: ChartTableProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <ExpandableSection
      toggleText={t('chart.asTable')}
      isExpanded={isOpen}
      onToggle={(_, open) => setOpen(open)}
    >
      {isOpen && <AmountTable title={title} columns={columns} rows={rows()} />}
    </ExpandableSection>
  );
}

/** Rows of numbers below their heads, with `labelOf` in place of a plain label. */
export function AmountTable({ title, columns, rows, labelOf = String }: AmountTableProps) {
  const [first, ...others] = columns;
  return (
    <Scrolling label={title}>
      <Table aria-label={title} variant="compact" gridBreakPoint="">
        <Thead>
          <Tr>
            <Th>{first}</Th>
            {others.map((column) => (
              <Th key={column} className="gpulease-amount">
                {column}
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>
          {rows.map(({ label, values }) => (
            <Tr key={label}>
              <Td>{labelOf(label)}</Td>
              {values.map((value, index) => (
                <Td key={others[index]} className="gpulease-amount">
                  {value}
                </Td>
              ))}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </Scrolling>
  );
}
