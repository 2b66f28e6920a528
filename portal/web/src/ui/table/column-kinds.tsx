/** The common kinds of columns. A dash marks an empty value. */
import type { ReactNode } from 'react';
import { TextLink } from '../links.tsx';
import { Money } from '../money.tsx';
import { Name } from '../one-line.tsx';
import { StatusLabel, type Statuses } from '../status-label.tsx';
import { Time } from '../time.tsx';
import { NO_VALUE, type Column } from './column.ts';

type With<Key extends string, Value> = Readonly<Record<Key, Value>>;

/** The optional properties of a column. */
type Look<Sort extends string> = Omit<Column<never, Sort>, 'key' | 'title' | 'render'>;

export function column<T, Sort extends string = never>(
  key: string,
  title: string,
  render: Column<T>['render'],
  look?: Look<Sort>,
): Column<T, Sort> {
  return { key, title, ...look, render };
}

export function textColumn<Key extends string, Sort extends string = never>(
  key: Key,
  title: string,
  look?: Look<Sort>,
): Column<With<Key, ReactNode>, Sort> {
  return { key, title, ...look, render: (item) => item[key] ?? NO_VALUE };
}

/** An RFC 3339 instant, to the minute; `none` replaces a missing time. */
export function timeColumn<Key extends string, Sort extends string = never>(
  key: Key,
  title: string,
  { none = NO_VALUE, ...look }: Look<Sort> & { readonly none?: string } = {},
): Column<With<Key, string | null>, Sort> {
  const render = (at: string | null) => (at === null ? none : <Time at={at} />);
  return { key, title, isNarrow: true, ...look, render: (item) => render(item[key]) };
}

export function moneyColumn<Key extends string, Sort extends string = never>(
  key: Key,
  title: string,
  look?: Look<Sort>,
): Column<With<Key, string | null>, Sort> {
  const render = (amount: string | null) => (amount === null ? NO_VALUE : <Money amount={amount} />);
  return { key, title, isNarrow: true, isAmount: true, ...look, render: (item) => render(item[key]) };
}

export function statusColumn<Kind extends keyof Statuses, Sort extends string = never>(
  kind: Kind,
  title: string,
  look?: Look<Sort>,
): Column<With<'status', Statuses[Kind]>, Sort> {
  return {
    key: 'status',
    title,
    ...look,
    render: ({ status }) => <StatusLabel kind={kind} status={status} />,
  };
}

/** A name that links to the page of its object. */
export function linkColumn<Key extends string, T extends With<Key, string>, Sort extends string = never>(
  key: Key,
  title: string,
  { pathOf, ...look }: Look<Sort> & { readonly pathOf: (item: T) => string },
): Column<T, Sort> {
  const render = (item: T) => (
    <TextLink to={pathOf(item)}>
      <Name>{item[key]}</Name>
    </TextLink>
  );
  return { key, title, ...look, render };
}
