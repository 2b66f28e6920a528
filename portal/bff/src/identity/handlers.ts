import { identityAdminHandlers } from './admin-handlers.ts';
import { authHandlers } from './auth-handlers.ts';
import { meHandlers } from './me-handlers.ts';
import { oidcHandlers, type SingleSignOn } from './oidc/handlers.ts';
import { secondFactorHandlers } from './second-factor/handlers.ts';
import type { IdentityServices } from './services.ts';

/** All operations of the identity area. */
export function identityHandlers(services: IdentityServices, singleSignOn: SingleSignOn | undefined) {
  return {
    ...authHandlers(services),
    ...meHandlers(services),
    ...secondFactorHandlers(services),
    ...identityAdminHandlers(services),
    ...oidcHandlers(services, singleSignOn),
  };
}
