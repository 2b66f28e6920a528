/** Decides who may call a route, before the input is parsed. */
import { apiTokenScopeOf } from '@gpulease/contract/api-tokens';
import type { Route } from '@gpulease/contract/routes';
import type { Caller, RequestState } from './handler.ts';
import { ProductError } from './product-error.ts';

/**
 * Throws 401 without a session; 403 for a user session on an admin path, for a generated password that must be changed or a
 * required second factor that is not set up, and for an API token without the scope.
 */
export function guard(
  route: Route,
  { caller, wrongConsole }: Pick<RequestState, 'caller' | 'wrongConsole'>,
): void {
  if (caller?.apiToken) guardScope(route, caller.apiToken);
  if (route.console === 'public') return;
  if (caller) return guardDuties(route, caller);
  throw new ProductError(
    route.console === 'admin' && wrongConsole ? 'PERMISSION_DENIED' : 'INVALID_JWT_TOKEN',
  );
}

function guardDuties(
  { operationId, duringSetUp }: Route,
  { mustChangePassword, mustSetUpSecondFactor }: Caller,
): void {
  if (mustChangePassword && operationId !== 'changeAdminPassword')
    throw new ProductError('PERMISSION_DENIED', { reason: 'PASSWORD_CHANGE_REQUIRED' });
  if (mustSetUpSecondFactor && !duringSetUp)
    throw new ProductError('PERMISSION_DENIED', { reason: 'SECOND_FACTOR_SETUP_REQUIRED' });
}

function guardScope(route: Route, { scope }: NonNullable<Caller['apiToken']>): void {
  const needed = apiTokenScopeOf(route);
  if (!needed) throw new ProductError('PERMISSION_DENIED', { reason: 'API_TOKEN_NOT_ACCEPTED' });
  if (needed === 'WRITE' && scope === 'READ')
    throw new ProductError('PERMISSION_DENIED', { reason: 'READ_ONLY_API_TOKEN' });
}
