import { ProductError } from './product-error.ts';

/** The error constructor for `executeTakeFirstOrThrow`. */
export const notFound = () => new ProductError('RESOURCE_NOT_FOUND');
