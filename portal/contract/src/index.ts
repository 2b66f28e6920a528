/**
 * The whole contract. It loads zod; bundles that must not load it import the subpaths `enums`, `errors`,
 * `validation-messages`, `money`, `rating` and `endpoints` instead.
 */
export * from './common.ts';
export * from './endpoints.ts';
export * from './enums.ts';
export * from './errors.ts';
export * from './validation-messages.ts';
export * from './money.ts';
export * from './rating.ts';
export * from './routes.ts';
export { fieldErrors, issueKey } from './validation.ts';
