import { Skeleton } from '@patternfly/react-core';
import {
  InnerScrollContainer,
  SortByDirection,
  Table,
  Tbody,
  Td,
  Th,
  Thead,
  Tr,
  type ThProps,
} from '@patternfly/react-table';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu, type Action } from '../actions-menu.tsx';

export interface Column<T> {
  /** Identifies the column; also its sort name when `isSortable`. */
  readonly key: string;
  readonly title: string;
  readonly isSortable?: boolean;
  /** Keeps the cell on one line. */
  readonly isNarrow?: boolean;
  readonly render: (item: T) => ReactNode;
}

export type RowAction = Action;

interface RowsProps<T> {
  readonly title: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly rowKey: (item: T) => string;
  readonly rowActions?: (item: T) => readonly RowAction[];
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
}

/** The items as a compact table; on phones each row is a card. */
export function Rows<T>({ title, columns, items, rowKey, rowActions, sort, onSort }: RowsProps<T>) {
  const { t } = useTranslation();
  return (
    <InnerScrollContainer>
      <Table aria-label={title} variant="compact" gridBreakPoint="grid-lg">
        <Thead>
          <Tr>
            {columns.map((column, index) => (
              <Th key={column.key} modifier="nowrap" {...sortProps({ column, index, sort, onSort, columns })}>
                {column.title}
              </Th>
            ))}
            {rowActions && <Th screenReaderText={t('table.actions')} />}
          </Tr>
        </Thead>
        <Tbody>
          {items.map((item) => (
            <Tr key={rowKey(item)}>
              {columns.map((column) => (
                <Td
                  key={column.key}
                  dataLabel={column.title}
                  {...(column.isNarrow && { modifier: 'nowrap' })}
                >
                  {column.render(item)}
                </Td>
              ))}
              {rowActions && (
                <Td isActionCell>
                  <ActionsMenu
                    label={t('table.actionsOf', { name: rowKey(item) })}
                    actions={rowActions(item)}
                  />
                </Td>
              )}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </InnerScrollContainer>
  );
}

interface SortInput<T> {
  readonly column: Column<T>;
  readonly index: number;
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
  readonly columns: readonly Column<T>[];
}

function sortProps<T>({ column, index, sort, onSort, columns }: SortInput<T>): Pick<ThProps, 'sort'> {
  if (!column.isSortable) return {};
  const sorted = columns.findIndex(({ key }) => key === sort?.replace(/^-/, ''));
  return {
    sort: {
      columnIndex: index,
      sortBy: sorted < 0 ? {} : { index: sorted, direction: sort?.startsWith('-') ? 'desc' : 'asc' },
      onSort: (_, __, direction) =>
        onSort(direction === SortByDirection.desc ? `-${column.key}` : column.key),
    },
  };
}

const SKELETON_ROWS = 6;

/** A table shaped like the one that is loading. */
export function SkeletonRows<T>({ columns, title }: Pick<RowsProps<T>, 'columns' | 'title'>) {
  const { t } = useTranslation();
  return (
    <Table aria-label={title} aria-busy variant="compact" gridBreakPoint="grid-lg">
      <Thead>
        <Tr>
          {columns.map(({ key, title: columnTitle }) => (
            <Th key={key}>{columnTitle}</Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <Tr key={row}>
            {columns.map(({ key, title: columnTitle }) => (
              <Td key={key} dataLabel={columnTitle}>
                <Skeleton screenreaderText={t('common.loading')} />
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
