import { describe, expect, it } from '@jest/globals';
import { readProviders } from './providers.ts';

const smtp = { GPULEASE_SMTP_URL: 'smtps://u:p@mail.example:465', GPULEASE_SMTP_FROM: 'no-reply@a.example' };

describe('outside services', () => {
  it('are off without settings, and nothing is missed', () => {
    expect(readProviders({ GPULEASE_SMTP_URL: '' })).toEqual({ smtp: undefined, missing: [] });
  });

  it('are on with all their settings', () => {
    expect(readProviders(smtp)).toEqual({
      smtp: { url: smtp.GPULEASE_SMTP_URL, from: smtp.GPULEASE_SMTP_FROM },
      missing: [],
    });
  });

  it('are off with some, and the others are named', () => {
    expect(readProviders({ GPULEASE_SMTP_URL: smtp.GPULEASE_SMTP_URL })).toMatchObject({
      smtp: undefined,
      missing: ['GPULEASE_SMTP_FROM'],
    });
  });

  it('refuse an address that is none of a mail server', () => {
    const env = { ...smtp, GPULEASE_SMTP_URL: 'https://mail.example' };
    expect(() => readProviders(env)).toThrow('GPULEASE_SMTP_URL must be smtp://');
  });
});
