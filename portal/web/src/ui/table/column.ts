import type { ReactNode } from 'react';

/** Stands in a cell that has nothing to show; a card does without it. */
export const NOTHING = '–';

export interface Column<T, Sort extends string = string> {
  readonly key: string;
  readonly title: string;
  /** The server's sort name for this column, if it can sort by it. */
  readonly sortBy?: Sort;
  readonly isNarrow?: boolean;
  /** Free text in any language, which may wrap anywhere. */
  readonly isProse?: boolean;
  /** Right-aligned in table rows, as amounts are. */
  readonly isAmount?: boolean;
  /** Where rows are cards: on a line without the title, or quietly below. With a column at the end they read as a bank statement. */
  readonly onCard?: 'start' | 'end' | 'below';
  /** Hidden by default, in a list whose columns can be chosen. */
  readonly isExtra?: boolean;
  readonly isFixed?: boolean;
  /** Cells are reused for other items. A cell with state, such as a dialog, needs the item's key. */
  readonly render: (item: T) => ReactNode;
}
