import { describe, expect, it } from '@jest/globals';
import type { EmailMessage } from './identity/email-gateway.ts';
import { accountEmail, emailCodeMessage } from './identity/messages.ts';
import { readSupport, withSupport } from './support.ts';

const set = {
  GPULEASE_SUPPORT_EMAIL: 'help@gpu.example.com',
  GPULEASE_SUPPORT_URL: 'https://gpu.example.com/help',
  GPULEASE_SUPPORT_PHONE: '400-800-8888',
  GPULEASE_SUPPORT_HOURS_ZH: '工作日 9:00–18:00',
  GPULEASE_SUPPORT_HOURS_EN: 'Weekdays 9:00–18:00, China time',
};

describe('the support settings', () => {
  it('are empty when nothing is set, or only hours', () => {
    expect(readSupport({})).toBeNull();
    expect(
      readSupport({
        ...set,
        GPULEASE_SUPPORT_EMAIL: '',
        GPULEASE_SUPPORT_URL: '',
        GPULEASE_SUPPORT_PHONE: '',
      }),
    ).toBeNull();
  });

  it('contain the configured values', () => {
    expect(readSupport(set)).toEqual({
      email: 'help@gpu.example.com',
      url: 'https://gpu.example.com/help',
      phone: '400-800-8888',
      hours: { zh: '工作日 9:00–18:00', en: 'Weekdays 9:00–18:00, China time' },
    });
    expect(readSupport({ GPULEASE_SUPPORT_PHONE: '+86 10 1234' })).toEqual({
      ...{ email: null, url: null, hours: null },
      phone: '+86 10 1234',
    });
  });

  it.each([
    [
      'an invalid email address',
      { GPULEASE_SUPPORT_EMAIL: 'help' },
      /SUPPORT_EMAIL must be an email address/,
    ],
    ['a script link', { GPULEASE_SUPPORT_URL: 'javascript:alert(1)' }, /SUPPORT_URL must be an https/],
    ['a link without TLS', { GPULEASE_SUPPORT_URL: 'http://a.cn' }, /SUPPORT_URL must be an https/],
    ['an invalid phone number', { GPULEASE_SUPPORT_PHONE: 'call us' }, /SUPPORT_PHONE must be digits/],
    [
      'hours in one language',
      { ...set, GPULEASE_SUPPORT_HOURS_EN: '' },
      /HOURS_ZH and .*HOURS_EN must be set together/,
    ],
  ])('refuse %s', (_, env, message) => {
    expect(() => readSupport(env)).toThrow(message);
  });
});

describe('an email', () => {
  async function sent(message: EmailMessage, env = set): Promise<string> {
    const messages: EmailMessage[] = [];
    const gateway = {
      isConfigured: true,
      send: (one: EmailMessage) => Promise.resolve(void messages.push(one)),
    };
    await withSupport(gateway, readSupport(env)).send(message);
    return messages[0]!.text;
  }

  it('states the contacts if it tells the reader to contact support', async () => {
    expect(await sent(accountEmail('EMAIL_CHANGED', 'a@b.cn', 'zh'))).toMatch(
      /请立即联系客服。\n\n客服：400-800-8888、help@gpu\.example\.com、https:\/\/gpu\.example\.com\/help（工作日 9:00–18:00）\n$/,
    );
    expect(await sent(accountEmail('EMAIL_CHANGED', 'a@b.cn', 'en'))).toMatch(
      /\nSupport: 400-800-8888, help@gpu\.example\.com, https:\/\/gpu\.example\.com\/help \(Weekdays .*\)\n$/,
    );
  });

  it('is unchanged otherwise', async () => {
    const code = emailCodeMessage('a@b.cn', '123456', 'zh');
    expect(await sent(code)).toBe(code.text);
  });
});
