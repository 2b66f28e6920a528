import { ProductError } from './product-error.ts';

/** For `executeTakeFirstOrThrow`. */
export const notFound = () => new ProductError('RESOURCE_NOT_FOUND');
