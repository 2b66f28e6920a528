/** Calls of operations whose kind is known only while the program runs; where a kind is defined the types hold. */
import type { OperationId } from '@gpulease/contract/endpoints';
import type { CallInput } from './client.ts';

/** Any operation that changes an object, as TypeScript knows one of them. */
export type AnyChange = 'updateSku';
export type AnyInput = CallInput<AnyChange>;

export function asOperation(operation: OperationId | undefined): AnyChange {
  return operation as AnyChange;
}
