/** Calls operations whose kind is known only at run time. Where a kind is defined, its operations are type-checked. */
import type { OperationId } from '@gpulease/contract/endpoints';
import type { CallInput } from './client.ts';

/** Represents any operation that changes an object; to TypeScript it is this one. */
export type AnyChange = 'updateSku';
export type AnyInput = CallInput<AnyChange>;

export const asOperation = (operation: OperationId | undefined): AnyChange => operation as AnyChange;
