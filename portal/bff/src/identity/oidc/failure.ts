/** What an operator reads of a sign-in that failed at the provider. */
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

/**
 * The messages of an error and its causes, without other fields, which may contain codes and tokens. A provider's error
 * code is one of OAuth's own, such as `invalid_client` for a wrong secret.
 */
export function wordsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [[`${error.name}: ${error.message}`, ...wordsOfProvider(error)].join(', '), ...wordsOf(error.cause)];
}

function wordsOfProvider(error: Error): string[] {
  if (!(error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)) return [];
  return [error.error, error.error_description].filter((words) => words !== undefined);
}
