/** A real OpenID provider on loopback, and a user who signs in to it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface IdentityProvider {
  readonly issuer: string;
  /** Follows a portal's redirect, signs in as `login` and returns the URL that redirects back to the portal. */
  signIn(location: string, login: string): Promise<URL>;
  stop(): Promise<void>;
}

export const oidcClient = { clientId: 'gpulease', clientSecret: 'oidc-secret' };

/** Starts a provider for portals at these URLs. Logins that begin with `unverified` have an unverified email. */
export async function startIdentityProvider(portalUrls: readonly string[]): Promise<IdentityProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: oidcClient.clientId,
        client_secret: oidcClient.clientSecret,
        redirect_uris: portalUrls.flatMap((url) =>
          ['/api/v1/auth/oidc/callback', '/api/v1/admin/auth/oidc/callback'].map((path) => url + path),
        ),
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['loopback'] },
    findAccount: (_, login) => ({
      accountId: login,
      claims: () => ({
        sub: login,
        email: `${login}@example.com`,
        email_verified: !login.startsWith('unverified'),
        preferred_username: login,
      }),
    }),
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    signIn: (location, login) => visit(location, issuer, login),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Simulates a browser and its user: follows redirects, stores cookies, fills in the login, consents. */
async function visit(location: string, issuer: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const send = async (url: string, form?: URLSearchParams) => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  let response = await send(location);
  for (;;) {
    const next = response.headers.get('Location');
    if (next !== null) {
      const url = new URL(next, issuer);
      if (url.origin !== issuer) return url;
      response = await send(url.href);
    } else {
      response = await send(...formOf(await response.text(), issuer, login));
    }
  }
}

/** Returns the completed form of the provider's page. */
function formOf(page: string, issuer: string, login: string): [string, URLSearchParams] {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
  const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
  if (!action || !prompt) throw new Error(`The provider shows no form: ${page}`);
  const fields = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt };
  return [new URL(action, issuer).href, new URLSearchParams(fields)];
}
