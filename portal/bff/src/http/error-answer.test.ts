import { describe, expect, it } from '@jest/globals';
import { ApiError, type StatusDetails } from '@gpulease/kube';
import { errorAnswer } from './error-answer.ts';
import { invalidFields, ProductError } from './product-error.ts';

const fromKubernetes = (code: number, reason: string, details?: StatusDetails) =>
  new ApiError({ code, reason, message: 'secret inner text', details });
const denied = new ApiError({
  code: 403,
  reason: 'Forbidden',
  message: `workloads "x" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: inner text`,
});
const withCode = (code: string) => Object.assign(new Error('connect failed'), { code });
const withStatus = (status: number) => Object.assign(new Error('bad body'), { status, expose: true });
const ofAnotherService = (status: number) => Object.assign(new Error('inner refusal'), { status });

describe('causes and the catalogue', () => {
  it.each([
    ['a product error', new ProductError('NO_VALID_ORDER'), 409, 'NO_VALID_ORDER'],
    [
      'a reason with its own status',
      new ProductError('REQUEST_FAILED', { reason: 'STALE' }),
      412,
      'REQUEST_FAILED',
    ],
    [
      'an illegal transition',
      new ProductError('FORBIDDEN', { reason: 'ILLEGAL_TRANSITION' }),
      409,
      'FORBIDDEN',
    ],
    ['refused fields', invalidFields({ name: 'required' }), 400, 'INVALID_ARGUMENT'],
    [
      'an object that does not exist',
      fromKubernetes(404, 'NotFound', { name: 'x' }),
      404,
      'RESOURCE_NOT_FOUND',
    ],
    ['a kind that is not served yet', fromKubernetes(404, 'NotFound'), 503, 'SERVER_ERROR'],
    ['a denial by an admission policy', denied, 403, 'FORBIDDEN'],
    ['an existing object', fromKubernetes(409, 'AlreadyExists'), 409, 'NAME_TAKEN'],
    ['a concurrently changed object', fromKubernetes(409, 'Conflict'), 412, 'REQUEST_FAILED'],
    ['an invalid object', fromKubernetes(422, 'Invalid'), 400, 'INVALID_ARGUMENT'],
    ['a permission that we lack', fromKubernetes(403, 'Forbidden'), 503, 'SERVER_ERROR'],
    ['an unavailable cluster', fromKubernetes(503, 'Unavailable'), 503, 'SERVER_ERROR'],
    ['a database that refuses connections', withCode('ECONNREFUSED'), 503, 'SERVER_ERROR'],
    ['a database that shuts down', withCode('57P01'), 503, 'SERVER_ERROR'],
    ['a lock that is not released in time', withCode('55P03'), 503, 'SERVER_ERROR'],
    ['a statement that takes too long', withCode('57014'), 503, 'SERVER_ERROR'],
    ['a database that is read-only', withCode('25006'), 503, 'SERVER_ERROR'],
    ['a connection lost mid-query', new Error('Connection terminated unexpectedly'), 503, 'SERVER_ERROR'],
    [
      'a transaction on a closed connection',
      new Error('Client has encountered a connection error and is not queryable'),
      503,
      'SERVER_ERROR',
    ],
    ['a body that is too large', withStatus(413), 413, 'REQUEST_FAILED'],
    ['a body that is not JSON', withStatus(400), 400, 'INVALID_ARGUMENT'],
    [
      'a path that cannot be decoded',
      Object.assign(new URIError('bad path'), { status: 400 }),
      400,
      'INVALID_ARGUMENT',
    ],
    ['a refusal by a service that we call', ofAnotherService(403), 500, 'INTERNAL'],
    ['a programming error', new TypeError('x is undefined'), 500, 'INTERNAL'],
    ['a thrown value that is not an Error', 'oops', 500, 'INTERNAL'],
  ])('%s', (_, cause, status, code) => {
    const answer = errorAnswer(cause, 'request-1', 'en');
    expect([answer.status, answer.body.code, answer.body.requestId]).toEqual([status, code, 'request-1']);
    expect(JSON.stringify(answer.body)).not.toMatch(/inner|undefined|connect failed/);
    expect(answer.unexpected).toBe(status >= 500);
  });

  it('are in the requested language (SPEC-8.16)', () => {
    expect(errorAnswer(new ProductError('INSUFFICIENT_FUNDS'), 'x', 'zh').body.message).toBe(
      '余额不足，请先充值',
    );
  });
});
