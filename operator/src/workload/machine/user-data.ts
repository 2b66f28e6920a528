import type { Scope } from '../scope.ts';

/** The guest has read its user data, as it does at its first boot, so it can start without. */
export function hasReadUserData({ workload }: Scope): boolean {
  return (workload.status?.runs ?? []).length > 0;
}

/**
 * The user's own Secret with user data that the machine is made with. A machine that has read its user data goes on with
 * the Secret that we make, once the user's was gone at a start.
 */
export function userDataSecretOf(scope: Scope): string | undefined {
  const { userDataSecret } = scope.workload.spec;
  if (userDataSecret === undefined || !hasReadUserData(scope)) return userDataSecret;
  return scope.isUserDataGone === true || hasOwnSecret(scope) ? undefined : userDataSecret;
}

function hasOwnSecret({ virtualMachine, child }: Scope): boolean {
  const volumes = virtualMachine?.spec.template.spec?.volumes ?? [];
  return volumes.some(({ cloudInitNoCloud }) => cloudInitNoCloud?.secretRef?.name === child);
}
