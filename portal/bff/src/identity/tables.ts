import type {
  ActivityStatus,
  ApiTokenScope,
  AuditAction,
  Language,
  Role,
  SessionConsole,
  SmsPurpose,
} from '@gpulease/contract/enums';
import type { Generated, JSONColumnType, Selectable } from 'kysely';

export type CodePurpose = SmsPurpose | 'CHANGE_EMAIL' | 'RESET_PASSWORD_BY_EMAIL';

export interface IdentityTables {
  user_account: UserAccountTable;
  session: SessionTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  pending_sign_in: PendingSignInTable;
  api_token: ApiTokenTable;
  invite_code: InviteCodeTable;
  one_time_code: OneTimeCodeTable;
  spent_captcha: SpentCaptchaTable;
  ssh_key: SshKeyTable;
  server_secret: ServerSecretTable;
  audit_entry: AuditEntryTable;
  oidc_attempt: OidcAttemptTable;
  oidc_identity: OidcIdentityTable;
  oidc_registration: OidcRegistrationTable;
  sign_in_refusal: SignInRefusalTable;
}

interface UserAccountTable {
  id: string;
  username: string;
  phone: string | null;
  email: string | null;
  password_hash: string;
  /** false where the hash is of a password that nobody knows. */
  has_password: Generated<boolean>;
  must_change_password: Generated<boolean>;
  /** Until when a made-up password lets in; null for one that its owner has chosen. */
  first_password_until: Generated<Date | null>;
  role: Role;
  status: Generated<ActivityStatus>;
  language: Language | null;
  terms_version: string | null;
  created_at: Date;
  last_login_at: Date | null;
  restart_on_recharge_at: Generated<Date | null>;
  /** Since when signing in asks for a second factor; null where it does not. */
  second_factor_at: Generated<Date | null>;
}
export type UserAccount = Selectable<UserAccountTable>;

interface SessionTable {
  token_hash: Buffer;
  user_id: string;
  console: SessionConsole;
  address: string;
  user_agent: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

interface SecondFactorTable {
  user_id: string;
  /** Sealed. */
  secret: Buffer;
  last_step: Generated<bigint>;
  created_at: Date;
}

interface RecoveryCodeTable {
  user_id: string;
  code_hash: Buffer;
}

interface PendingSignInTable {
  token_hash: Buffer;
  device_hash: Buffer;
  user_id: string;
  console: SessionConsole;
  action: AuditAction;
  tries: Generated<number>;
  expires_at: Date;
}

interface ApiTokenTable {
  token_hash: Buffer;
  user_id: string;
  name: string;
  scope: ApiTokenScope;
  hint: string;
  created_at: Date;
  /** null: until it is deleted. */
  expires_at: Date | null;
  last_used_at: Date | null;
}
export type ApiTokenRow = Selectable<ApiTokenTable>;

interface InviteCodeTable {
  code: string;
  expires_at: Date;
  created_by: string;
  created_at: Date;
  used_by: string | null;
  used_at: Date | null;
}

interface OneTimeCodeTable {
  id: string;
  recipient: string;
  purpose: CodePurpose;
  device_hash: Buffer;
  code_hash: Buffer;
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

interface SpentCaptchaTable {
  signature: string;
  expires_at: Date;
}

interface SshKeyTable {
  user_id: string;
  name: string;
  public_key: string;
  fingerprint: string;
  created_at: Date;
}

interface ServerSecretTable {
  name: string;
  value: string;
}

interface SignInRefusalTable {
  hour: Date;
  action: string;
  username: string;
  network: string;
  tries: Generated<number>;
  last_at: Date;
  last_request_id: string;
}

interface AuditEntryTable {
  id: Generated<bigint>;
  at: Date;
  actor: string | null;
  action: string;
  subject: string | null;
  outcome: 'SUCCESS' | 'REFUSED';
  address: string | null;
  request_id: string | null;
  details: JSONColumnType<object>;
}

interface OidcAttemptTable {
  state_hash: Buffer;
  console: SessionConsole;
  device_hash: Buffer;
  nonce: string;
  code_verifier: string;
  return_to: string;
  link_user_id: string | null;
  expires_at: Date;
}

interface OidcIdentityTable {
  issuer: string;
  subject: string;
  user_id: string;
  linked_at: Date;
}

interface OidcRegistrationTable {
  token_hash: Buffer;
  device_hash: Buffer;
  issuer: string;
  subject: string;
  email: string | null;
  expires_at: Date;
}
