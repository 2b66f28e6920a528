import { describe, expect, it } from '@jest/globals';
import {
  errorFromBody,
  errorFromNetwork,
  isConflict,
  isDenied,
  isMissingObject,
  isNotFound,
  isTlsFailure,
  isUnavailable,
} from './api-error.ts';

describe('the error of a response', () => {
  it('has the fields of the Status in the body', () => {
    const body = JSON.stringify({
      kind: 'Status',
      code: 404,
      reason: 'NotFound',
      message: 'pods "x" not found',
      details: { name: 'x' },
    });
    const error = errorFromBody(404, body);
    expect(error).toMatchObject({
      code: 404,
      reason: 'NotFound',
      message: 'pods "x" not found',
      details: { name: 'x' },
    });
    expect(isNotFound(error)).toBe(true);
  });

  it.each([
    {
      of: 'plain text',
      code: 404,
      body: '404 page not found\n',
      reason: 'NotFound',
      message: '404 page not found',
    },
    {
      of: "a proxy's error page",
      code: 502,
      body: '<html>bad</html>',
      reason: 'Unknown',
      message: '<html>bad</html>',
    },
    {
      of: 'nothing',
      code: 409,
      body: '',
      reason: 'Conflict',
      message: 'The Kubernetes API answered with status 409',
    },
    { of: 'JSON but not an object', code: 503, body: 'null', reason: 'ServiceUnavailable', message: 'null' },
  ])('falls back to the HTTP code when the body is $of', ({ code, body, reason, message }) => {
    expect(errorFromBody(code, body)).toMatchObject({ code, reason, message });
  });

  it.each([
    {
      of: 'a policy',
      code: 422,
      message: `x is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`,
      is: true,
    },
    { of: 'a webhook', code: 400, message: 'admission webhook "w" denied the request: no', is: true },
    { of: 'a lack of rights', code: 403, message: 'x is forbidden: User "u" cannot create it', is: false },
    {
      of: 'a server that is still starting',
      code: 403,
      message: 'x is forbidden: not yet ready to handle request',
      is: false,
    },
  ])('distinguishes a denial by admission: $of', ({ code, message, is }) => {
    expect(isDenied(errorFromBody(code, JSON.stringify({ code, message })))).toBe(is);
  });

  it('distinguishes a missing object from an unserved kind', () => {
    const missing = errorFromBody(404, '{"code":404,"reason":"NotFound","details":{"name":"x"}}');
    expect(isMissingObject(missing, 'x')).toBe(true);
    expect(isMissingObject(errorFromBody(404, '404 page not found'), 'x')).toBe(false);
  });

  it('distinguishes a taken name from a changed object', () => {
    expect(isConflict(errorFromBody(409, '{"code":409,"reason":"AlreadyExists"}'))).toBe(false);
    expect(isConflict(errorFromBody(409, '{"code":409,"reason":"Conflict"}'))).toBe(true);
  });
});

describe('the error without a response', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });

  it('names the unreachable server and the cause', () => {
    const error = errorFromNetwork(refused, 'https://127.0.0.1:1');
    expect(error).toMatchObject({ code: 503, reason: 'Unavailable', cause: refused });
    expect(error.message).toBe(
      'The Kubernetes API at https://127.0.0.1:1 cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    );
    expect(isUnavailable(error)).toBe(true);
  });

  it.each(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])(
    '%s is a timeout',
    (code) => {
      const cause = new Error('outer', { cause: Object.assign(new Error('inner'), { code }) });
      expect(errorFromNetwork(cause, 'https://a')).toMatchObject({ code: 504, reason: 'Timeout' });
    },
  );

  it('recognizes an untrusted certificate', () => {
    const cause = Object.assign(new Error('self-signed'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
    expect([isTlsFailure(errorFromNetwork(cause, 'https://a')), isTlsFailure(refused)]).toEqual([
      true,
      false,
    ]);
  });
});
