import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@gpulease/kube';
import { refusedChange, refusedDeletion } from './refusal.ts';

const paths = { 'spec.exposure': 'addresses', 'spec.exposure.type': 'exposureType' };
const invalid = (...causes: { field: string; message: string }[]) =>
  new ApiError({ code: 422, reason: 'Invalid', message: 'it is invalid', details: { causes } });
const denied = (message: string) =>
  new ApiError({
    code: 403,
    reason: 'Forbidden',
    message: `skus "a" is forbidden: policy denied request: ${message}`,
  });

describe('a refusal of the API server', () => {
  it.each([
    ['in a list', 'spec.exposure.addresses[1]', { addresses: 'invalid' }],
    ['with its own path', 'spec.exposure.type', { exposureType: 'invalid' }],
    ['that is the name', 'metadata.name', { name: 'invalid' }],
    ['that is not editable', 'spec.exposures', undefined],
  ])('names a field %s', (_, field, fields) => {
    const error = refusedChange(invalid({ field, message: 'must be something else' }), paths);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect((error as { details: object }).details).toEqual({
      ...(fields && { fields }),
      explanation: `${field}: must be something else.`,
    });
  });

  it('of a taken name is NAME_TAKEN', () => {
    const error = new ApiError({ code: 409, reason: 'AlreadyExists', message: 'there is one' });
    expect(refusedChange(error, paths)).toMatchObject({ code: 'NAME_TAKEN' });
  });

  it('by a policy is FORBIDDEN with the policy’s message', () => {
    expect(refusedChange(denied('Prices need two approvals.'), paths)).toMatchObject({
      code: 'FORBIDDEN',
      details: { explanation: 'Prices need two approvals.' },
    });
  });

  it('of a deletion lists the references to the object', () => {
    const uses = { total: 1, items: [{ kind: 'SKU' as const, name: 'a100' }] };
    const refusal = 'SKU in use cannot be deleted: ComputeNode n1 may run it.';
    expect(refusedDeletion(denied(refusal), uses, 'SKU_IN_USE')).toMatchObject({
      details: { reason: 'SKU_IN_USE', usedBy: uses, explanation: refusal },
    });
    expect(refusedDeletion(denied('Not on Fridays.'), uses, 'SKU_IN_USE')).toMatchObject({
      code: 'FORBIDDEN',
      details: { explanation: 'Not on Fridays.' },
    });
  });

  it('is returned unchanged if the server failed', () => {
    const error = new ApiError({ code: 503, reason: 'Unavailable', message: 'down' });
    expect(refusedChange(error, paths)).toBe(error);
    expect(refusedDeletion(error, { total: 0, items: [] }, 'IN_USE')).toBe(error);
  });
});
