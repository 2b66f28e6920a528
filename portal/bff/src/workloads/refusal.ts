import { errorText } from '@gpulease/contract/errors';
import { isValidationKey, validationMessages } from '@gpulease/contract/messages';
import type { ProductError } from '../http/product-error.ts';

/** Why an order was refused, as one English sentence or two for the status of a Workload. */
export function refusalSentence({ code, details }: ProductError): string {
  const fields = Object.entries(details?.fields ?? {}).map(
    ([field, key]) => `${field}: ${isValidationKey(key) ? validationMessages[key].en : key}`,
  );
  if (fields.length > 0) return fields.join(' ');
  const missing = details?.missing ? ` ${details.missing} yuan are missing.` : '';
  return errorText(code, 'en', details?.reason) + missing;
}
