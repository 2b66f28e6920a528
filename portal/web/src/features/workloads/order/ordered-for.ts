import { createContext, use } from 'react';

/** The customer of an operator's order, empty until chosen; undefined if customers order for themselves. */
const OrderedFor = createContext<string | undefined>(undefined);

export const OrderedForProvider = OrderedFor.Provider;

export function useOrderedFor(): string | undefined {
  return use(OrderedFor);
}
