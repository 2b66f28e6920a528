/** What an operator reads of a sign-in that failed at the provider. */
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

/**
 * The words of an error and of all its causes, without what else they carry: that may be codes and tokens. What a provider
 * says beside its message is of OAuth's own few words, such as `invalid_client` where our secret is wrong.
 */
export function wordsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [[`${error.name}: ${error.message}`, ...wordsOfProvider(error)].join(', '), ...wordsOf(error.cause)];
}

function wordsOfProvider(error: Error): string[] {
  if (!(error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)) return [];
  return [error.error, error.error_description].filter((words) => words !== undefined);
}
