/** Signature V3 of Alibaba Cloud's API (ACS3-HMAC-SHA256), as its documentation describes it. */
import { createHash, createHmac } from 'node:crypto';

interface AliyunRequest {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  /** All parameters; they go into the address, and the body stays empty. */
  readonly query: Readonly<Record<string, string>>;
  readonly date: Date;
  /** Never the same twice. */
  readonly nonce: string;
}

const ALGORITHM = 'ACS3-HMAC-SHA256';

/** The query string and the headers with which the request is sent by POST to `/`. */
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

/** RFC 3986, which escapes more than `encodeURIComponent` does. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
