/** The operator's OpenID Connect provider: authorization code flow with PKCE, state and nonce. */
import * as client from 'openid-client';
import { ProductError } from '../../http/product-error.ts';

export interface OidcSettings {
  /** `https://id.example.com/realms/main`; http only on loopback. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Values that must match when the browser returns. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The identity asserted by the provider. */
export interface OidcSubject {
  readonly issuer: string;
  readonly subject: string;
  /** Lower case; undefined if the provider sends none. */
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  /** The username at the provider. */
  readonly username: string | undefined;
}

export type OidcProvider = ReturnType<typeof createOidcProvider>;

const TIMEOUT_SECONDS = 10;

/** Discovers the provider on first use, so that the portal starts even if it is down. */
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
    /** Returns new random values for one sign-in. */
    createChecks: (): OidcChecks => ({
      state: client.randomState(),
      nonce: client.randomNonce(),
      codeVerifier: client.randomPKCECodeVerifier(),
    }),
    /** Returns the URL to redirect the browser to. Throws SERVER_ERROR if the provider does not answer. */
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
    /** Returns the identity behind a callback URL. Throws PERMISSION_DENIED on a refusal, SERVER_ERROR if the provider does not answer. */
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

/** Throws PERMISSION_DENIED for refusals by the provider or the library; any other error is a failure of the provider. */
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
