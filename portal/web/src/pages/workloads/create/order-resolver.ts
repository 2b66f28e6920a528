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

/** Field of the order → what is wrong with it. */
export type Refusals = Readonly<Record<string, string>>;

/**
 * Checks what the form shows, by the contract, by the catalogue, and by what the portal has said against its price
 * (`refusalsOf`); what it does not show passes.
 */
export function orderResolver(
  catalogue: Catalogue,
  refusalsOf: (visible: OrderInput) => Refusals,
): Resolver<OrderInput, unknown, Order> {
  const check = zodResolver(orderSchema, { error: issueKey });
  return async (values, context, options) => {
    const order = visibleOrder(values, catalogue);
    const checked = await check(order, context, options);
    const found = { ...refusalsOf(order), ...problemsOf(order, catalogue, new Date(serverNow())) };
    const problems = Object.entries(found);
    if (problems.length === 0) return checked;
    const flat = problems.map(([path, message]) => [path, { type: 'catalogue', message }]);
    const nested = toNestErrors<OrderInput>(Object.fromEntries(flat) as FieldErrors, options);
    return { values: {}, errors: { ...nested, ...checked.errors } };
  };
}
