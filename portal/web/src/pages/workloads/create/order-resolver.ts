import { issueKey } from '@gpulease/contract/validation';
import { toNestErrors } from '@hookform/resolvers';
import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { serverNow } from '../../../api/server-clock.ts';
import {
  orderSchema,
  problemsOf,
  visibleOrder,
  type Catalogue,
  type Order,
  type OrderInput,
} from './order.ts';

/** Checks what the form shows, by the contract and by the catalogue; what it does not show passes. */
export function orderResolver(catalogue: Catalogue): Resolver<OrderInput, unknown, Order> {
  const check = zodResolver(orderSchema, { error: issueKey });
  return async (values, context, options) => {
    const order = visibleOrder(values, catalogue);
    const checked = await check(order, context, options);
    const problems = Object.entries(problemsOf(order, catalogue, new Date(serverNow())));
    if (problems.length === 0) return checked;
    const flat = problems.map(([path, message]) => [path, { type: 'catalogue', message }]);
    const found = toNestErrors<OrderInput>(Object.fromEntries(flat) as FieldErrors, options);
    return { values: {}, errors: { ...found, ...checked.errors } };
  };
}
