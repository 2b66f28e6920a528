import { createContext, use } from 'react';

/** The customer of an operator's order, empty until chosen; undefined in a customer's own order. */
const OrderedFor = createContext<string | undefined>(undefined);

export const OrderedForProvider = OrderedFor.Provider;

export function useOrderedFor(): string | undefined {
  return use(OrderedFor);
}
