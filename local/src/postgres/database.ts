import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/** Connection strings of one database: the owner changes its schema, the application only reads and writes rows. */
export interface DatabaseAccess {
  ownerUrl: string;
  /** For the application role. */
  url: string;
}

export interface Role {
  name: string;
  password: string;
}

export interface DatabasePlan {
  superuserUrl: string;
  database: string;
  owner: Role;
  application: Role;
}

/** Creates the database if missing, and grants the application access to rows but not to the schema. The roles must exist. */
export async function ensureDatabase(plan: DatabasePlan): Promise<DatabaseAccess> {
  const { superuserUrl, database, owner, application } = plan;
  await withClient(superuserUrl, (client) => createIfMissing(client, database, owner));
  const ownerUrl = urlFor(superuserUrl, database, owner);
  await withClient(ownerUrl, (client) => grantRows(client, application));
  return { ownerUrl, url: urlFor(superuserUrl, database, application) };
}

/** Creates a login role, or sets the password of an existing one. */
export async function ensureRole(superuserUrl: string, { name, password }: Role): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    const verb = found.rowCount === 0 ? 'CREATE' : 'ALTER';
    await client.query(`${verb} ROLE ${escapeIdentifier(name)} LOGIN PASSWORD ${escapeLiteral(password)}`);
  });
}

/** Drops a database and closes its connections. */
export async function dropDatabase(superuserUrl: string, database: string): Promise<void> {
  await withClient(superuserUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(database)} WITH (FORCE)`),
  );
}

/** Runs `work` on a connection that is closed afterwards. */
async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function createIfMissing(client: Client, database: string, owner: Role): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
  if (found.rowCount !== 0) return;
  await client.query(`CREATE DATABASE ${escapeIdentifier(database)} OWNER ${escapeIdentifier(owner.name)}`);
}

/** Grants access to the tables that the owner's migrations will create; a migration may revoke it. */
async function grantRows(client: Client, { name }: Role): Promise<void> {
  const role = escapeIdentifier(name);
  await client.query(`
    ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
    ALTER DEFAULT PRIVILEGES GRANT USAGE, SELECT ON SEQUENCES TO ${role};
  `);
}

function urlFor(superuserUrl: string, database: string, role: Role): string {
  const url = new URL(superuserUrl);
  url.username = role.name;
  url.password = role.password;
  url.pathname = `/${database}`;
  return url.toString();
}
