import { Checkbox, Skeleton } from '@patternfly/react-core';
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
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionsMenu, type Action } from '../actions-menu.tsx';
import type { Selection } from './selection.ts';

export interface Column<T, Sort extends string = string> {
  readonly key: string;
  readonly title: string;
  /** What the server sorts by for this column, where it can. */
  readonly sortBy?: Sort;
  /** Keeps the cell on one line. */
  readonly isNarrow?: boolean;
  /** Aligned at the end where rows are lines, as amounts are. */
  readonly isAmount?: boolean;
  /** Hidden by default, in a list whose columns can be chosen. */
  readonly isExtra?: boolean;
  /** Always shown. */
  readonly isFixed?: boolean;
  readonly render: (item: T) => ReactNode;
}

export type RowAction = Action;

interface RowsProps<T> {
  readonly title: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly rowKey: (item: T) => string;
  /** What a row is called for people who cannot see it; its key by default. */
  readonly rowName?: (item: T) => string;
  readonly rowActions?: (item: T) => readonly RowAction[];
  /** Rows can be ticked. */
  readonly selection?: Selection<T> | undefined;
  /** The items are of the question before; others are on their way. */
  readonly isStale?: boolean;
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string) => void;
}

const dimmed = { opacity: 0.5 } as const;

/** The items as a compact table; on phones each row is a card. */
export function Rows<T>(props: RowsProps<T>) {
  const { title, columns, items, rowKey, rowName = rowKey, rowActions, selection, isStale = false } = props;
  const { t } = useTranslation();
  return (
    <InnerScrollContainer>
      <Table
        aria-label={title}
        aria-busy={isStale}
        variant="compact"
        gridBreakPoint="grid-lg"
        {...(isStale && { style: dimmed })}
      >
        <Thead>
          <Tr>
            {selection && (
              <Th className="gpulease-check">
                <SelectAll items={items} selection={selection} />
              </Th>
            )}
            {columns.map((column, index) => (
              <Th
                key={column.key}
                modifier="nowrap"
                {...(column.isAmount && { className: 'gpulease-amount' })}
                {...sortProps(props, column, index)}
              >
                {column.title}
              </Th>
            ))}
            {rowActions && <Th screenReaderText={t('table.actions')} />}
          </Tr>
        </Thead>
        <Tbody>
          {items.map((item) => (
            <Tr key={rowKey(item)}>
              {selection && (
                <Td className="gpulease-check">
                  <Checkbox
                    id={`choose-${rowKey(item)}`}
                    aria-label={t('table.choose', { name: rowName(item) })}
                    isChecked={selection.isChosen(item)}
                    onChange={(_, isChosen) => selection.choose([item], isChosen)}
                  />
                </Td>
              )}
              {columns.map((column) => (
                <Td
                  key={column.key}
                  dataLabel={column.title}
                  {...(column.isNarrow && { modifier: 'nowrap' })}
                  {...(column.isAmount && { className: 'gpulease-amount' })}
                >
                  {/* One child: on phones a cell is a grid, which would spread several. */}
                  <div>{column.render(item)}</div>
                </Td>
              ))}
              {rowActions && (
                <Td isActionCell>
                  <ActionsMenu
                    label={t('table.actionsOf', { name: rowName(item) })}
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

interface SelectAllProps<T> {
  readonly items: readonly T[];
  readonly selection: Selection<T>;
}

/** Ticks the whole page, or nothing. */
function SelectAll<T>({ items, selection }: SelectAllProps<T>) {
  const { t } = useTranslation();
  const id = useId();
  const { length } = selection.chosen;
  return (
    <Checkbox
      id={id}
      aria-label={t('table.chooseAll')}
      isChecked={length > 0 && length === items.length}
      onChange={() => selection.choose(items, length < items.length)}
    />
  );
}

function sortProps<T>(
  { columns, sort, onSort }: RowsProps<T>,
  { sortBy }: Column<T>,
  index: number,
): Pick<ThProps, 'sort'> {
  if (!sortBy || !onSort) return {};
  const sorted = columns.findIndex((column) => column.sortBy === sort?.replace(/^-/, ''));
  return {
    sort: {
      columnIndex: index,
      sortBy: sort && sorted >= 0 ? { index: sorted, direction: sort.startsWith('-') ? 'desc' : 'asc' } : {},
      onSort: (_, __, direction) => onSort(direction === SortByDirection.desc ? `-${sortBy}` : sortBy),
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
