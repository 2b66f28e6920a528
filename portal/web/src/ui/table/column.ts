import type { ReactNode } from 'react';

/** Stands in a cell that has nothing to show; a card does without it. */
export const NOTHING = '–';

export interface Column<T, Sort extends string = string> {
  readonly key: string;
  readonly title: string;
  /** What the server sorts by for this column, where it can. */
  readonly sortBy?: Sort;
  /** Keeps the cell on one line. */
  readonly isNarrow?: boolean;
  /** Sentences that people write, in any language: they break wherever it lets them. */
  readonly isProse?: boolean;
  /** Aligned at the end where rows are lines, as amounts are. */
  readonly isAmount?: boolean;
  /**
   * Where rows are cards: at the start or the end of a line without the title, or quietly below the others. Rows of which a
   * column is at the end read as those of a bank statement.
   */
  readonly onCard?: 'start' | 'end' | 'below';
  /** Hidden by default, in a list whose columns can be chosen. */
  readonly isExtra?: boolean;
  /** Always shown. */
  readonly isFixed?: boolean;
  /** Cells are used again for other items: one that keeps a state, as a dialog does, has the item's key. */
  readonly render: (item: T) => ReactNode;
}
