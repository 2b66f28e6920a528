import { ExpandableSection } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Scrolling } from '../scrolling.tsx';

interface AmountTableProps {
  readonly title: string;
  /** The heading of the labels, then those of the values. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly label: string; readonly values: readonly ReactNode[] }[];
  readonly labelOf?: (label: string) => ReactNode;
}

interface ChartTableProps extends Pick<AmountTableProps, 'title' | 'columns'> {
  /** Newest first; called only while the table is open. */
  readonly rows: () => AmountTableProps['rows'];
}

/** The data of a chart as a table, for screen readers and exact numbers. */
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

/** A table of numbers; `labelOf` renders the row labels. */
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
