/** Vectors made with OpenSSL (`openssl dgst -sha256 -sign`) and, for AES-GCM, with Python's cryptography, not by this code. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { decryptResource } from './notification.ts';
import { areSigned, authorizationOf, forgeryOf, type SignedMessage } from './signature.ts';

const privateKey = createPrivateKey(`-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCatsfm2339ih50
VPKVdj2gWcxRuhmBGZxRuGcwZjhh+iHUS2J3eQxA8VFn/WdrwVL3WCxIMeJeJPM3
aJLsm9Ft2NkiwCpproMO1/xxcxYaoiDcC/JeoL8fU2jPXSjHo7Hmf4tXskTm3fyN
xAwXf//BoMVNtuKi2ZPchmlws1LoKXHR8T4zSmtYeqJEpCOXlcMqkRrQtlFIwAOA
XfFBOZPPTbJnUO4ioy9GfMcNNU+OtlEdiOV81IF7gfTjseiEc10gyU3XABDJfKk3
UEiPDgBm/uKunooPLaxoZI5FZbdeGL9vqVNVlbnWpDNt3GXa71FmDYQSqPhOxj3k
4MJLaGN9AgMBAAECggEABKv+T1dTb6OLFeI2zRKb+8qaY+FlwcM/OCyEWS7NBxBh
kyKPn6H1H8Tpu2UoiVV2JufvtmJjPoqJGaQ7w49U/Kcur2D0JurRJFKbWeWqxjUd
HufxcrAR9WU0ZgafI6Aq0BYL5CMK95m+dZ107AS+eV9cdeNO5rIBSAh7CJ8xorcJ
mzOfm8TwKV4kx3WhYIOSvGdgNBNbMdQJs3+d5LoFxMtHtJZlPCOwXt1a3XNlMX0m
0CfZzkUr7sYjw25Z+trsgD3Yqs9XLR5MOHZoGqAetaWbYoKeyN5gtbTARRTxeV9V
dvo2qQ0NNeRwUeFgFHwQxYi0IxRQH/l2miQ+tA61gQKBgQDZIwnObgZTUwhCfjMK
m8vt+4H6T8eegfFRzTo1VnzN16GkFQuWTFmmiY0/z13g9SqkT/zlm7bU/7gMZO9h
WASIKzPhIxCaZXaClGQBboLick5STiIRbcS6Yz1awYOtkJX/+QFxesNyZpVRxxDP
zALbXwDHx2vnwnsEtaQ4D/TmHQKBgQC2Z5kR7123OMM0O5ZfuU4BKyn0dqQGDzfL
Pkm29PeyVCgs3fb5mFWguiASleac7M7F29HbpLVif2bAD8Fwo3R6Qf1PpEg0OrKK
qU9LAPN3PkDsdv5wKLKa0mKUbRadfTQ/ngW2vod55QsaROkVwMW/8WKsBdgjhsji
kMrap2l04QKBgEEeFuTHbjIy5nk6a4g07NVz5ajxoAXTJlHH4Dr6svbwQdN5VD5A
q2ocOjX2tEqwe5dHPaqGJjB+d+2Pn5Jr2QAVJLvRzjrfTskeQ1eCktHiQcbBE8py
Rts2w8Gh4yF8CN/5BwvHKzH1vbYGou4OWpT7Srqe/adFVas15gfCEUmpAoGBAJXI
THHl1Vb3TZQ+uiSwzdU31KPiKJ6xMGe9JlsOnbfaU4NEYeJjrSzmqh+Y6F5ENydS
cumiPzA63e0pAvezwZoDRjd397Kr4KDslyhIB6ULgdSrghQn10I7MKghTEjW32i+
IoMFwcnew1c27w/l1Hzhgt0vj2Tc8Wja7TjP8FEBAoGAHz7J0pJimWQ/7HZ4jJsT
UeMJN3i5Ckd+cLgILvqtS2a7SQjRbXkUYzb5AR9qIJw/yWHG2R5TFXXvM9ke/Qo5
TpC6NC5ooxapsZfpyzuo9nRevd1YvexT8kqSGQGHhuK7jDpwMe/yw7Ht6gnHCI86
QWlFyN98DwVx4RbUYGNtzq4=
-----END PRIVATE KEY-----`);
const publicKey = createPublicKey(privateKey);
const TIMESTAMP = 1_795_363_200;

describe('a request', () => {
  const signature =
    'TqYZivf1UqR5HzF09Vmm0YAf2RPO8RloM2HFInD5k7A9usOa3PI79r+mb+VGS4eoj07TPR2ytmOM4ffXReCxirmUoCLiWJthPyZFjhYdduaC6i+s/oZVgI2I1Vs7HYnNwtqqRT39soJWT27YzAzgcXKDLLePPNm8sRPsm/srn9ANNzJeyzHkvBc/OXM+a6vFOXBGMNTIRKz+rXWsZTrsUPmcNGUIphKD24WnurEdW3dQyrUTDdNOnEF6aXtXp0Qd1bc6zRkldVN24neeA/URvp4jNhIW9uFS2pGPmj4wKVusR0yzG68bFhMld3xl34SR5CduRC01yMrV8zTPwqXDjg==';

  it('is signed as OpenSSL signs it', () => {
    const request = {
      method: 'POST',
      path: '/v3/pay/transactions/native',
      body: '{"mchid":"1900000001"}',
    } as const;
    const merchant = { merchantId: '1900000001', serial: '5157F09EFDC096DE', privateKey };
    const nonce = '593BEC0C930BF1AFEB40B4A08C8FB242';
    expect(authorizationOf(request, merchant, { timestamp: TIMESTAMP, nonce })).toBe(
      `WECHATPAY2-SHA256-RSA2048 mchid="1900000001",nonce_str="${nonce}",signature="${signature}",timestamp="${TIMESTAMP}",serial_no="5157F09EFDC096DE"`,
    );
  });

  it('has a signature that does not fit another body', () => {
    const lines = [
      'POST',
      '/v3/pay/transactions/native',
      String(TIMESTAMP),
      '593BEC0C930BF1AFEB40B4A08C8FB242',
    ];
    expect(areSigned([...lines, '{"mchid":"1900000001"}'], signature, publicKey)).toBe(true);
    expect(areSigned([...lines, '{"mchid":"1900000002"}'], signature, publicKey)).toBe(false);
  });
});

describe('a callback', () => {
  const message: SignedMessage = {
    timestamp: String(TIMESTAMP),
    nonce: 'EkCMwYJSHFRiTgGYyfDwWqwGBFjmJzqZ',
    serial: 'PUB_KEY_ID_1',
    body: '{"id":"event-1"}',
    signature:
      'HAj26XWZzQAqPcrBl22vgR3U7N9zFUm0rfN40Ie6tEqA01eccpVnhrCKhhLQxNA0C0rzEM5tN9e32NECLuFRDpBKb+TkRBBZRAf7Zku6SEd/eAIfpSTEF8lrasp5CiGGMeUNGqT3QLQMDG38de9dDa7F+wyfb8RMmT0M0MAkP1HxFhLLnpDUp43XKEO2GZw6dJlawVfJ9JbBtn4ZKRNKxStEdnn70Z62fTe+35lGoS/GQtoUYNZm6H2Luh+E+8N+IQL9L6aMmLBQNnrQNM1pS1IGxA8Uj0zvExp17e6PdohBgHTveNZvMRwNIo3n3rVB8Px6Mt4W8ekb4l4CLIkwyg==',
  };
  const keys = new Map([['PUB_KEY_ID_1', publicKey]]);
  const forgery = (change: Partial<SignedMessage>, clockSeconds = 0) =>
    forgeryOf({ ...message, ...change }, keys, new Date((TIMESTAMP + clockSeconds) * 1_000));

  it.each([
    ['by a correct clock', 0],
    ['by a clock that is five minutes slow', -300],
    ['by a clock that is five minutes fast', 300],
  ])('is accepted %s', (_, clockSeconds) => {
    expect(forgery({}, clockSeconds)).toBeUndefined();
  });

  it.each([
    ['that is older than five minutes', {}, 301, 'it is not of this time'],
    ['from the future', {}, -301, 'it is not of this time'],
    ['without a time', { timestamp: '' }, 0, 'it is not of this time'],
    ['with another body', { body: '{"id":"event-2"}' }, 0, 'its signature is wrong'],
    ['with another nonce', { nonce: 'x' }, 0, 'its signature is wrong'],
    [
      'with an unknown key',
      { serial: 'PUB_KEY_ID_2' },
      0,
      'it is signed with a key that we do not have (PUB_KEY_ID_2)',
    ],
    ['without a signature', { signature: '' }, 0, 'it has no signature'],
    ['that is a probe', { signature: `WECHATPAY/SIGNTEST/${message.signature}` }, 0, 'it has no signature'],
  ] as const)('%s is a forgery (FOSSBilling CVE-2026-42341)', (_, change, clockSeconds, because) => {
    expect(forgery(change, clockSeconds)).toBe(because);
  });
});

describe('the encrypted part of a callback', () => {
  const apiV3Key = Buffer.from('0123456789abcdef0123456789abcdef');
  const resource = {
    algorithm: 'AEAD_AES_256_GCM',
    nonce: 'fdasfjihihfl',
    associated_data: 'transaction',
    ciphertext:
      'jjTgs9ztHz/ZrzgNDh0Kgi5BSQgTRIhDGIui+FzXN22jHXMgQsBVqRv6kpUHyGR3PJ2lYEXNI98OERKmqGH8G3AQLVA=',
  } as const;

  it('is decrypted with the merchant’s key', () => {
    expect(decryptResource(resource, apiV3Key)).toBe('{"out_trade_no":"R20261122","trade_state":"SUCCESS"}');
  });

  it('is refused with another key or after a change', () => {
    expect(() => decryptResource(resource, Buffer.alloc(32))).toThrow();
    expect(() => decryptResource({ ...resource, associated_data: 'refund' }, apiV3Key)).toThrow();
  });
});
