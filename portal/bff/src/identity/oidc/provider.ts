/** The operator's identity provider, by OpenID Connect: authorization code flow with PKCE, state and nonce. */
import * as client from 'openid-client';
import { ProductError } from '../../http/product-error.ts';

export interface OidcSettings {
  /** `https://id.example.com/realms/main`; http only on loopback. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What must be the same when the browser comes back. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Who the provider says it is. */
export interface OidcSubject {
  readonly issuer: string;
  readonly subject: string;
  /** In small letters; undefined where the provider tells none. */
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  /** The name that the person has there. */
  readonly username: string | undefined;
}

export type OidcProvider = ReturnType<typeof createOidcProvider>;

const TIMEOUT_SECONDS = 10;

/** Finds out about the provider when it is first needed, so that the portal starts without it. */
export function createOidcProvider(settings: OidcSettings) {
  const { issuer } = settings;
  let discovered: Promise<client.Configuration> | undefined;
  const configuration = () => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      throw new ProductError('SERVER_ERROR', undefined, { cause: error });
    });
    return discovered;
  };
  return {
    issuer,
    /** New secrets for one sign-in. */
    createChecks: (): OidcChecks => ({
      state: client.randomState(),
      nonce: client.randomNonce(),
      codeVerifier: client.randomPKCECodeVerifier(),
    }),
    /** Where the browser is sent. Throws SERVER_ERROR when the provider does not answer. */
    async authorizationUrl(redirectUri: string, { state, nonce, codeVerifier }: OidcChecks): Promise<URL> {
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },
    /** Who comes back with this address. Throws PERMISSION_DENIED when the provider or a check refuses, SERVER_ERROR when it does not answer. */
    async identify(callback: URL, { state, nonce, codeVerifier }: OidcChecks): Promise<OidcSubject> {
      const tokens = await client
        .authorizationCodeGrant(await configuration(), callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        .catch(refuse);
      const claims = tokens.claims();
      if (!claims) return refuse(new Error('The provider sent no ID token.'));
      return {
        issuer,
        subject: claims.sub,
        email: textOf(claims.email)?.toLowerCase(),
        isEmailVerified: claims.email_verified === true,
        username: textOf(claims.preferred_username),
      };
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const url = new URL(issuer);
  return client.discovery(url, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- on loopback only, which the settings see to
    ...(url.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
  });
}

/** What the provider or the library refuses is the person's to try again; anything else is the provider's own failure. */
function refuse(cause: unknown): never {
  const isRefusal =
    cause instanceof client.AuthorizationResponseError ||
    cause instanceof client.ResponseBodyError ||
    (cause instanceof client.ClientError && cause.code !== 'OAUTH_TIMEOUT');
  throw new ProductError(isRefusal ? 'PERMISSION_DENIED' : 'SERVER_ERROR', undefined, { cause });
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}
