import type { FieldErrors, Resolver } from 'react-hook-form';
import type * as z from 'zod';
import { serverNow } from '../../../browser/clock.ts';
import { problemsOf, type Catalogue, type OrderInput } from './order.ts';

/** Field of the order → error. */
export type Refusals = Readonly<Record<string, string>>;

interface Checks<In extends OrderInput, Out> {
  /** The contract's schema without fields that are not in the form; it is loaded after the form. */
  readonly loadSchema: (visible: In) => Promise<z.ZodType<Out>>;
  /** The visible fields of the order; hidden ones are not checked. */
  readonly visible: (order: In) => In;
  readonly catalogue: Catalogue;
  /** The portal's refusal of a quote. */
  readonly refusalsOf: (visible: In) => Refusals;
}

/**
 * Checks an order against the contract, the catalogue and the portal's refusal of its quote. If the schema cannot be
 * loaded, only the portal checks.
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
