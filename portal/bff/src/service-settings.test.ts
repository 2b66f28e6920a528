import { describe, expect, it } from '@jest/globals';
import { readServiceSettings } from './service-settings.ts';

const smtp = { GPULEASE_SMTP_URL: 'smtps://u:p@mail.example:465', GPULEASE_SMTP_FROM: 'no-reply@a.example' };

describe('external services', () => {
  it('are off without settings, with nothing missing', () => {
    expect(readServiceSettings({ GPULEASE_SMTP_URL: '' })).toEqual({ oidcAutoCreate: false, missing: [] });
  });

  it('are on with all their settings', () => {
    expect(readServiceSettings(smtp)).toMatchObject({
      smtp: { url: smtp.GPULEASE_SMTP_URL, from: smtp.GPULEASE_SMTP_FROM },
      missing: [],
    });
  });

  it('are off with incomplete settings, and the missing ones are named', () => {
    expect(readServiceSettings({ GPULEASE_SMTP_URL: smtp.GPULEASE_SMTP_URL })).toMatchObject({
      smtp: undefined,
      missing: ['GPULEASE_SMTP_FROM'],
    });
  });

  it.each([
    ['http://id.example', false],
    ['id.example', false],
    ['https://id.example/realms/main', true],
    ['http://127.0.0.1:9000', true],
  ])('accept %s as identity provider: %s', (issuer, isTaken) => {
    const read = () => readServiceSettings({ GPULEASE_OIDC_ISSUER: issuer });
    if (isTaken) expect(read).not.toThrow();
    else expect(read).toThrow('GPULEASE_OIDC_ISSUER must be https://');
  });

  it('read notice templates by name', () => {
    const aliyun = Object.fromEntries(
      [
        'ACCESS_KEY_ID',
        'ACCESS_KEY_SECRET',
        'SMS_SIGN_NAME',
        'SMS_CODE_TEMPLATE',
        'SMS_PHONE_CHANGED_TEMPLATE',
      ].map((name) => [`GPULEASE_ALIYUN_${name}`, 'x']),
    );
    const read = (list: string) =>
      readServiceSettings({ ...aliyun, GPULEASE_ALIYUN_SMS_NOTICE_TEMPLATES: list }).aliyunSms
        ?.noticeTemplates;
    expect(read('FUNDS_LOW=SMS_1,RESTARTED=SMS_2')).toEqual({ FUNDS_LOW: 'SMS_1', RESTARTED: 'SMS_2' });
    expect(() => read('FUNDS=SMS_1')).toThrow('GPULEASE_ALIYUN_SMS_NOTICE_TEMPLATES must be such as');
  });

  it("refuse an address that is not a mail server's", () => {
    const env = { ...smtp, GPULEASE_SMTP_URL: 'https://mail.example' };
    expect(() => readServiceSettings(env)).toThrow('GPULEASE_SMTP_URL must be smtp://');
  });
});
