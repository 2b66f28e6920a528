import type { Accounts } from '../../local/src/demo/accounts.ts';

const host = 'postgres.gpulease-system.svc';

/** Returns the namespace of the release, and the Secrets that PostgreSQL and the chart expect in it. */
export function secretManifests(accounts: Accounts): object[] {
  const { databaseOwnerPassword, databasePassword, admin } = accounts;
  const url = (role: string, password: string) => `postgresql://${role}:${password}@${host}:5432/gpulease`;
  return [
    namespace,
    secret('postgres', { password: databaseOwnerPassword, 'roles.sql': roles(databasePassword) }),
    secret('gpulease-database', {
      url: url('gpulease', databasePassword),
      'owner-url': url('gpulease_owner', databaseOwnerPassword),
    }),
    secret('gpulease-admin', { password: admin.password }),
  ];
}

const namespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'gpulease-system', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } },
};

/** Returns the SQL that PostgreSQL's image runs on a new database. The password has only letters, digits, - and _. */
function roles(password: string): string {
  return `CREATE ROLE gpulease LOGIN PASSWORD '${password}';\n`;
}

function secret(name: string, stringData: Record<string, string>): object {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'gpulease-system' }, stringData };
}
