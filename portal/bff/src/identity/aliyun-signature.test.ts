import { expect, it } from '@jest/globals';
import { signAliyunRequest } from './aliyun-signature.ts';

it('matches the signature of the example in the documentation', () => {
  const { headers } = signAliyunRequest(
    { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' },
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: {
        RegionId: 'cn-shanghai',
        ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
      },
      date: new Date('2023-10-26T10:22:32Z'),
      nonce: '3156853299f313e23d1673dc12e1703d',
    },
  );
  expect(headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

it('sorts parameters by name and escapes special characters', () => {
  const { queryString } = signAliyunRequest(
    { accessKeyId: 'id', accessKeySecret: 'secret' },
    {
      host: 'dysmsapi.aliyuncs.com',
      action: 'SendSms',
      version: '2017-05-25',
      query: { TemplateParam: '{"code":"1"}', SignName: "租 *'()!~" },
      date: new Date(0),
      nonce: 'n',
    },
  );
  expect(queryString).toBe('SignName=%E7%A7%9F%20%2A%27%28%29%21~&TemplateParam=%7B%22code%22%3A%221%22%7D');
});
