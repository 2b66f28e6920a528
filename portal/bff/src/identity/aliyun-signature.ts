/** Signature V3 of Alibaba Cloud's API (ACS3-HMAC-SHA256), as documented by Alibaba Cloud. */
import { createHash, createHmac } from 'node:crypto';

interface AliyunRequest {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  /** All parameters; they are sent in the query string, and the body is empty. */
  readonly query: Readonly<Record<string, string>>;
  readonly date: Date;
  /** Unique per request. */
  readonly nonce: string;
}

const ALGORITHM = 'ACS3-HMAC-SHA256';

/** Returns the query string and headers of the signed request, a POST to `/`. */
export function signAliyunRequest(
  { accessKeyId, accessKeySecret }: { readonly accessKeyId: string; readonly accessKeySecret: string },
  { host, action, version, query, date, nonce }: AliyunRequest,
): { readonly queryString: string; readonly headers: Record<string, string> } {
  const queryString = Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');
  const signed = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': date.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const canonical = ['POST', '/', queryString, lines.join(''), names, sha256('')].join('\n');
  const signature = createHmac('sha256', accessKeySecret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex');
  const authorization = `${ALGORITHM} Credential=${accessKeyId},SignedHeaders=${names},Signature=${signature}`;
  return { queryString, headers: { ...signed, authorization } };
}

/** Escapes by RFC 3986, which covers more characters than `encodeURIComponent`. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
