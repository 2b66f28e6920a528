import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@gpulease/kube/testing';
import { systemClock } from '../clock.ts';
import { askForCode, newPhone } from '../testing/sign-up.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';
import { aliyunSmsGateway, type AliyunSmsSettings } from './aliyun-sms.ts';
import { unconfiguredSmsGateway } from './sms-gateway.ts';

const settings: AliyunSmsSettings = {
  accessKeyId: 'LTAI-test',
  accessKeySecret: 'the-secret',
  signName: '算力租赁',
  codeTemplate: 'SMS_1',
  phoneChangedTemplate: 'SMS_2',
};

/** A fake of the SMS service: verifies the signature of each received request and records its parameters. */
let service: Server;
let endpoint: string;
let sent: Record<string, string>[] = [];
let refusal: string | undefined;

beforeAll(async () => {
  service = createServer((request, response) => {
    const code = isSigned(request) ? (refusal ?? 'OK') : 'SignatureDoesNotMatch';
    const { searchParams } = new URL(request.url ?? '', 'http://service');
    if (code === 'OK') sent.push(Object.fromEntries(searchParams));
    response.writeHead(code === 'SignatureDoesNotMatch' ? 400 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ Code: code, Message: code, RequestId: 'r' }));
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.close();
});
beforeEach(() => {
  sent = [];
  refusal = undefined;
});

/** Recomputes the signature of a received request from its signed headers and compares. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const pattern =
    /^ACS3-HMAC-SHA256 Credential=LTAI-test,SignedHeaders=(?<names>[^,]+),Signature=(?<hex>\w+)$/;
  const { names = '', hex } = pattern.exec(headers.authorization ?? '')?.groups ?? {};
  const [path, query = ''] = url.split('?');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const sorted = query.split('&').sort().join('&');
  const bodyHash = String(headers['x-acs-content-sha256']);
  const canonical = `${method}\n${path}\n${sorted}\n${lines.join('')}\n${names}\n${bodyHash}`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const expected = createHmac('sha256', 'the-secret').update(`ACS3-HMAC-SHA256\n${digest}`).digest('hex');
  return expected === hex && headers['x-acs-action'] === 'SendSms';
}

describe('the SMS service', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal({ smsGateway: aliyunSmsGateway(settings, systemClock, endpoint) });
  });
  afterAll(() => portal.stop());

  it('delivers the code for a registration (SPEC-1.1, SPEC-7.2)', async () => {
    const browser = portal.client();
    const phone = newPhone();
    expect((await askForCode(browser, phone, 'REGISTER')).status).toBe(202);
    await eventually(() => expect(sent).toHaveLength(1));
    const [message] = sent;
    expect(message).toMatchObject({ PhoneNumbers: phone, SignName: '算力租赁', TemplateCode: 'SMS_1' });
    const { code } = JSON.parse(message?.TemplateParam ?? '{}') as { code: string };
    const registered = await browser.call('register', {
      body: {
        phone,
        smsCode: code,
        username: 'by-aliyun',
        password: testPassword,
        confirmPassword: testPassword,
        inviteCode: await portal.inviteCode(),
        agreeToTerms: true,
      },
    });
    expect(registered.status).toBe(201);
  });

  it('has a template for a changed phone', async () => {
    const gateway = aliyunSmsGateway(settings, systemClock, endpoint);
    await gateway.send({ phone: '13800138000', text: '', template: 'PHONE_CHANGED' });
    expect(sent).toEqual([{ PhoneNumbers: '13800138000', SignName: '算力租赁', TemplateCode: 'SMS_2' }]);
  });

  it('sends notices by their configured templates, and no others', async () => {
    const noticeTemplates = { TERM_ENDING: 'SMS_3' };
    const gateway = aliyunSmsGateway({ ...settings, noticeTemplates }, systemClock, endpoint);
    const message = { phone: '13800138000', text: '', params: { workload: 'box', until: '2026/3/1' } };
    await gateway.send({ ...message, template: 'TERM_ENDING' });
    expect(sent).toMatchObject([
      { TemplateCode: 'SMS_3', TemplateParam: '{"workload":"box","until":"2026/3/1"}' },
    ]);
    await expect(gateway.send({ ...message, template: 'FUNDS_LOW' })).rejects.toThrow('CONFIG_ERROR');
  });

  it('causes an error with its code if it refuses or the secret is wrong', async () => {
    const message = { phone: '13800138000', text: '', template: 'CODE', code: '123456' } as const;
    refusal = 'isv.BUSINESS_LIMIT_CONTROL';
    await expect(aliyunSmsGateway(settings, systemClock, endpoint).send(message)).rejects.toThrow(refusal);
    refusal = undefined;
    const wrong = aliyunSmsGateway({ ...settings, accessKeySecret: 'no' }, systemClock, endpoint);
    await expect(wrong.send(message)).rejects.toThrow('SignatureDoesNotMatch');
  });

  it('causes CONFIG_ERROR if it is not configured, while the portal keeps working', async () => {
    const unconfigured = await startTestPortal({ smsGateway: unconfiguredSmsGateway });
    try {
      const browser = unconfigured.client();
      const { status, text } = await askForCode(browser, newPhone(), 'REGISTER');
      expect([status, text]).toEqual([500, expect.stringContaining('CONFIG_ERROR')]);
      expect((await browser.call('getConfig')).status).toBe(200);
    } finally {
      await unconfigured.stop();
    }
  });
});
