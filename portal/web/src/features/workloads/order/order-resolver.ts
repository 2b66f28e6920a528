import type { FieldErrors, Resolver } from 'react-hook-form';
import type * as z from 'zod';
import { serverNow } from '../../../platform/clock.ts';
import { problemsOf, type Catalogue, type OrderInput } from './order.ts';

/** Field of the order → what is wrong with it. */
export type Refusals = Readonly<Record<string, string>>;

interface Checks<In extends OrderInput, Out> {
  /** The contract's, without what the form does not fill in; it comes after the form. */
  readonly loadSchema: (visible: In) => Promise<z.ZodType<Out>>;
  /** What the form shows of an order; the rest passes. */
  readonly visible: (order: In) => In;
  readonly catalogue: Catalogue;
  /** What the portal has said against the price of an order. */
  readonly refusalsOf: (visible: In) => Refusals;
}

/**
 * Checks an order by the contract, by the catalogue, and by what the portal has said against its price. Where what checks
 * cannot be fetched, the portal checks alone.
 */
export function orderResolver<In extends OrderInput, Out>(
  checks: Checks<In, Out>,
): Resolver<In, unknown, Out> {
  return async (values, context, options) => {
    const order = checks.visible(values);
    const loaded = await load(checks, order).catch(() => undefined);
    if (!loaded) return { values: order as unknown as Out, errors: {} };
    const [schema, { checkBy }, { toNestErrors }] = loaded;
    const checked = await checkBy(schema)(order, context, options);
    const ofCatalogue = problemsOf(order, checks.catalogue, new Date(serverNow()));
    const problems = Object.entries({ ...checks.refusalsOf(order), ...ofCatalogue });
    if (problems.length === 0) return checked;
    const flat = problems.map(([path, message]) => [path, { type: 'catalogue', message }]);
    const nested = toNestErrors<In>(Object.fromEntries(flat) as FieldErrors, options);
    return { values: {}, errors: { ...nested, ...checked.errors } };
  };
}

function load<In extends OrderInput, Out>({ loadSchema }: Checks<In, Out>, order: In) {
  return Promise.all([
    loadSchema(order) as Promise<z.ZodType<Out, In>>,
    import('../../../ui/form/schema-check.ts'),
    import('@hookform/resolvers'),
  ]);
}
