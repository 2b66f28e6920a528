import type { Role } from '@gpulease/contract/enums';

interface Account {
  readonly role: Role;
  readonly hasPassword: boolean;
  readonly secondFactorAt: Date | null;
}

/**
 * Whether an operator has to turn the second factor on before anything else, where it is required of operators. Without a
 * password one signs in at the identity provider only, which asks for its own.
 */
export function mustSetUpSecondFactor({ role, hasPassword, secondFactorAt }: Account): boolean {
  return role === 'ADMIN' && hasPassword && secondFactorAt === null;
}
