/**
 * `make openapi`: tests the running portal against its OpenAPI document with Schemathesis. Whatever a customer or an admin
 * sends, the portal responds without a server error and as documented.
 */
import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import globalSetup from '../global-setup.ts';
import { demoFacts } from '../support/demo.ts';
import { newSshKey, orderBody, recharge } from '../support/orders.ts';
import { RestSession } from '../support/rest.ts';
import { ensureSchemathesis, runs } from './schemathesis.ts';

type Sessions = Readonly<Record<'user' | 'admin', RestSession>>;

const settings = join(import.meta.dirname, 'schemathesis.toml');
const seconds = Number(process.env.OPENAPI_SECONDS ?? 300);
const seed = Number(process.env.OPENAPI_SEED ?? randomInt(2 ** 32));

const program = ensureSchemathesis();
const stop = await globalSetup();
const folder = await mkdtemp(join(tmpdir(), 'gpulease-openapi-'));
try {
  const sessions = { user: await signInAsCustomer(), admin: await RestSession.admin() };
  // For operations that end the account's sessions (schemathesis.toml).
  await sessions.admin.post('/admin/users', { username: 'spare' });
  process.stdout.write(`OPENAPI_SEED=${seed}: ${seconds} s\n`);
  if (!(await holds(sessions))) process.exitCode = 1;
  await expectSignedIn(sessions);
} finally {
  await rm(folder, { recursive: true });
  await stop();
}

/** Signs in a customer whose lists are not empty. */
async function signInAsCustomer(): Promise<RestSession> {
  const session = await RestSession.user();
  const { publicKey } = newSshKey();
  await recharge(session, '100.00');
  await session.post('/me/ssh-keys', { name: 'described', publicKey });
  await session.post('/workloads', await orderBody(session, 'described', publicKey));
  return session;
}

/** Returns whether all responses were as documented. */
async function holds(sessions: Sessions): Promise<boolean> {
  const document = join(folder, 'openapi.json');
  await writeFile(document, JSON.stringify(await onLoopback(sessions)));
  return runs(
    program,
    [
      ...['--config-file', settings, 'run', document, '--url', `${demoFacts().url}/api/v1`],
      ...['--header', 'Sec-Fetch-Site: same-origin', '--seed', String(seed), '--max-time', String(seconds)],
    ],
    { cwd: folder, env: { USER_SESSION: token(sessions.user), ADMIN_SESSION: token(sessions.admin) } },
  );
}

interface OpenApi {
  readonly components: object;
  readonly paths: Record<string, Record<string, { security: object[] }>>;
}

/**
 * Returns the document with the cookies' names on loopback, where they include the portal's port, and without API tokens:
 * generated tokens would be refused before anything else is tested.
 */
async function onLoopback({ user, admin }: Sessions): Promise<unknown> {
  const file = resolve(import.meta.dirname, '../../portal/contract/openapi.json');
  const document = JSON.parse(await readFile(file, 'utf8')) as OpenApi;
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path)))
    operation.security = operation.security.filter((scheme) => !('apiToken' in scheme));
  const cookie = (session: RestSession) => ({ type: 'apiKey', in: 'cookie', name: cookieName(session) });
  const securitySchemes = { user: cookie(user), admin: cookie(admin) };
  return { ...document, components: { ...document.components, securitySchemes } };
}

function cookieName({ cookie }: RestSession): string {
  return cookie.slice(0, cookie.indexOf('='));
}

function token({ cookie }: RestSession): string {
  return cookie.slice(cookie.indexOf('=') + 1);
}

/** Throws if a session ended during the run, because later requests then tested little. */
async function expectSignedIn({ user, admin }: Sessions): Promise<void> {
  const statuses = [(await user.get('/me')).status, (await admin.get('/admin/overview')).status];
  if (statuses.every((status) => status === 200)) return;
  const { body } = await admin.get('/admin/audit?pageSize=100&outcome=SUCCESS&search=demo');
  throw new Error(`A session ended: ${statuses.join(', ')}\n${JSON.stringify(body)}`);
}
