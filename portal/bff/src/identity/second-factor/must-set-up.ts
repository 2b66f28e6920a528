import type { Role } from '@gpulease/contract/enums';

interface Account {
  readonly role: Role;
  readonly hasPassword: boolean;
  readonly secondFactorAt: Date | null;
}

/**
 * Whether an operator must set up the second factor first, if the deployment requires one. Operators without a password
 * sign in only through the identity provider, which verifies its own second factor.
 */
export function mustSetUpSecondFactor({ role, hasPassword, secondFactorAt }: Account): boolean {
  return role === 'ADMIN' && hasPassword && secondFactorAt === null;
}
