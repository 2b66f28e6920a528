import { createContext, use } from 'react';

/** The customer that an operator orders for, empty until one is chosen; undefined where customers order for themselves. */
const OrderedFor = createContext<string | undefined>(undefined);

export const OrderedForProvider = OrderedFor.Provider;

export function useOrderedFor(): string | undefined {
  return use(OrderedFor);
}
