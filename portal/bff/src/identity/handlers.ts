import { userHandlers } from './user-handlers.ts';
import { signInHandlers } from './sign-in-handlers.ts';
import { accountHandlers } from './account-handlers.ts';
import { oidcHandlers, type SingleSignOn } from './oidc/handlers.ts';
import { secondFactorHandlers } from './second-factor/handlers.ts';
import type { IdentityServices } from './services.ts';

/** All operations of the identity area. */
export function identityHandlers(services: IdentityServices, singleSignOn: SingleSignOn | undefined) {
  return {
    ...signInHandlers(services),
    ...accountHandlers(services),
    ...secondFactorHandlers(services),
    ...userHandlers(services),
    ...oidcHandlers(services, singleSignOn),
  };
}
