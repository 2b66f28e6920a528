import type { ReactNode } from 'react';

/** The content of empty cells; cards omit them. */
export const NO_VALUE = '–';

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
  /** The place on cards: at an end of a line without titles, or small below. A card with an `end` looks like a bank statement. */
  readonly onCard?: 'start' | 'end' | 'below';
  /** Hidden by default in a list with selectable columns. */
  readonly isExtra?: boolean;
  readonly isFixed?: boolean;
  /** Cells are reused for other items. A cell with state, such as a dialog, needs the item's key. */
  readonly render: (item: T) => ReactNode;
}
