import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import * as rules from './validation.ts';
import { languages } from './enums.ts';
import { errorCatalogue, errorReasons, errorText } from './errors.ts';
import { validationMessages, validationText } from './validation-messages.ts';
import { registration } from './auth.ts';
import { passwordChange } from './me.ts';
import { workloadSchedule } from './operated-workloads.ts';
import { workloadCreation } from './workloads.ts';
import { routes } from './routes.ts';

const cases: Record<string, { rule: keyof typeof rules; accepts: unknown[]; refuses: unknown[] }> = {
  'a username is a DNS-style name (SPEC-5.10, SPEC-5.11, SPEC-5.23)': {
    rule: 'username',
    accepts: ['a', 'ada', 'ada.lovelace', 'a-1.b2', '0x'],
    refuses: ['', 'Ada', 'a_b', '-a', 'a-', '.a', 'a.', 'a..b', 'a.-b', 'ä', 'a b', 'a'.repeat(64), 'create'],
  },
  'a resource name is the same': {
    rule: 'resourceName',
    accepts: ['gpu-01', 'a.b.c'],
    refuses: ['GPU', 'a/b', '../x', 'a\n', 'create'],
  },
  'the name of a key is in any script and a single path segment': {
    rule: 'ownName',
    accepts: [
      '我的笔记本',
      'My laptop (work)',
      'ada@laptop',
      'CREATE',
      ' laptop ',
      '...',
      '💻',
      '名'.repeat(63),
    ],
    refuses: ['', '  ', '.', '..', 'a/b', '50%', 'a\nb', 'a\u202eb', 'a\u0000', '名'.repeat(64)],
  },
  'a registration password has 8 characters of two types (SPEC-5.13, SPEC-5.14, SPEC-9.3)': {
    rule: 'password',
    accepts: ['abcdefg1', 'ABCDefgh', '密码密码密码密码1', '        1', `1${'a'.repeat(127)}`],
    refuses: ['abcdefgh', '12345678', 'Ab1!', '', `1${'a'.repeat(128)}`],
  },
  'a new password has 6 to 19 characters (SPEC-5.24, SPEC-5.25, SPEC-9.4)': {
    rule: 'newPassword',
    accepts: ['abcdef', 'a'.repeat(19)],
    refuses: ['abcde', 'a'.repeat(20), ''],
  },
  'a phone is a mainland mobile number (SPEC-5.2, SPEC-5.19)': {
    rule: 'phone',
    accepts: [
      '13800138000',
      '19912345678',
      '+86 138 0013 8000',
      '0086-13800138000',
      '１３８００１３８０００',
    ],
    refuses: ['', '12800138000', '1380013800', '138001380000', '+1 3800138000', '138 0013 800a'],
  },
  'an SMS code has 6 digits (SPEC-5.4, SPEC-5.20, SPEC-9.1)': {
    rule: 'smsCode',
    accepts: ['000000', '123456'],
    refuses: ['12345', '1234567', 'abcdef', ''],
  },
  'an amount is above zero with two decimals': {
    rule: 'amount',
    accepts: ['0.01', '1', '100.5', '50000.00', ' ¥1,200.50 ', '￥１００', '1,000,000'],
    refuses: ['0', '0.00', '-1', '1.001', '', '.', '-', 'abc', '1e3', '1,2', '1,00', '12,34.5', '¥', '$5'],
  },
  'an IP address is v4 or v6': {
    rule: 'ipAddress',
    accepts: ['10.0.0.1', '2001:db8::1'],
    refuses: ['256.1.1.1', 'localhost', '1.2.3', ''],
  },
  'a host name has at least two parts': {
    rule: 'hostName',
    accepts: ['a.example.com', 'x.cn', `${'a'.repeat(63)}.cn`],
    refuses: ['localhost', 'http://a.b', 'a..b', '-a.b', 'A.b', `${'a'.repeat(64)}.cn`, ''],
  },
  'a port is 1 to 65535': { rule: 'portNumber', accepts: [1, 65_535], refuses: [0, 65_536, 1.5, '22'] },
};

describe('rules', () => {
  it.each(Object.entries(cases))('%s', (_, { rule, accepts, refuses }) => {
    const schema = rules[rule] as typeof rules.username;
    for (const value of accepts) expect([value, schema.safeParse(value).success]).toEqual([value, true]);
    for (const value of refuses) expect([value, schema.safeParse(value).success]).toEqual([value, false]);
  });
});

/** Returns the messages of a form by field, as the server sends and the web shows them. */
function messagesOf(schema: z.ZodType, form: unknown) {
  const { error } = schema.safeParse(form, { error: rules.issueKey });
  return error ? rules.fieldErrors(error) : {};
}

describe('typed text', () => {
  it.each([
    ['amount', ' ￥１,２００．５ ', '1200.5'],
    ['amount', '100.', '100'],
    ['amount', '.5', '0.5'],
    ['amount', '00100', '100'],
    ['signedAmount', '-¥1,000', '-1000'],
    ['signedAmount', '-.50', '-0.50'],
    ['price', '1,000.123456', '1000.123456'],
    ['phone', '+86 138-0013-8000', '13800138000'],
  ] as const)('is normalized: %s %s', (rule, typed, kept) => {
    expect(rules[rule].parse(typed)).toBe(kept);
  });
});

describe('each mistake has its own text', () => {
  it.each([
    ['amount', '', '此项为必填项'],
    ['amount', '0', '金额必须大于 0'],
    ['amount', '-5', '金额必须大于 0'],
    ['amount', '1.001', '请输入有效的金额，最多两位小数'],
    ['signedAmount', '0.00', '金额不能为 0'],
    ['price', '', '此项为必填项'],
    ['price', '-1', '价格不能为负数'],
    ['price', '1.1234567', '请输入有效的价格，最多六位小数'],
    ['resourceName', 'a'.repeat(64), '最多 63 个字符'],
    ['instant', '', '此项为必填项'],
    ['hostName', '', '此项为必填项'],
    ['instant', undefined, '此项为必填项'],
    ['instant', 'tomorrow', '内容无效'],
  ] as const)('%s %j', (rule, value, text) => {
    expect(textOf(rules[rule], value)).toBe(text);
  });

  it('including the limits of a number', () => {
    expect(textOf(rules.wholeNumber(0, 500), -1)).toBe('请输入 0 至 500 之间的数值');
    expect(textOf(rules.wholeNumber(0, 500), 1.5)).toBe('请输入整数');
  });
});

/** Returns the Chinese message for the only invalid field. */
function textOf(rule: z.ZodType, value: unknown): string {
  const [message = ''] = Object.values(messagesOf(z.object({ value: rule }), { value }));
  return validationText(message, 'zh');
}

describe('forms', () => {
  it('name every missing field of a registration (SPEC-5.9, SPEC-5.12, SPEC-5.15, SPEC-5.17, SPEC-5.20, SPEC-5.21, SPEC-5.22)', () => {
    expect(messagesOf(registration, {})).toEqual({
      phone: 'required',
      smsCode: 'required',
      username: 'required',
      password: 'required',
      confirmPassword: 'required',
      inviteCode: 'required',
      agreeToTerms: 'terms',
    });
  });

  it('report differing passwords at the confirmation (SPEC-5.26)', () => {
    const form = { currentPassword: 'x', newPassword: 'abcdef', confirmPassword: 'abcdeg' };
    expect(messagesOf(passwordChange, form)).toEqual({ confirmPassword: 'passwordsDiffer' });
  });

  const differing = {
    phone: '13800138000',
    smsCode: '123456',
    username: 'ada',
    password: 'abcdefg1',
    confirmPassword: 'abcdefg2',
    inviteCode: 'x',
  };

  it('report differing passwords of a registration before the terms are agreed to', () => {
    expect(messagesOf(registration, differing)).toEqual({
      confirmPassword: 'passwordsDiffer',
      agreeToTerms: 'terms',
    });
  });

  it('report differing passwords of a registration (SPEC-5.16)', () => {
    const form = { ...differing, agreeToTerms: true };
    expect(messagesOf(registration, form)).toEqual({ confirmPassword: 'passwordsDiffer' });
    expect(validationMessages.passwordsDiffer.en).toMatch(/passwords do not match/i);
  });

  it.each([
    ['login', 'SPEC-5.5, SPEC-5.6', { username: 'required', password: 'required' }],
    ['adminLogin', 'SPEC-5.7, SPEC-5.8', { username: 'required', password: 'required' }],
    ['loginByPhone', 'SPEC-5.1, SPEC-5.3', { phone: 'required', smsCode: 'required' }],
  ] as const)('name every missing field of %s (%s)', (operation, _, missing) => {
    expect(messagesOf(routes[operation].body, {})).toEqual(missing);
  });

  it('name every missing field of an order (SPEC-5.67, SPEC-5.69, SPEC-5.71, SPEC-5.72, SPEC-5.73, SPEC-5.75)', () => {
    const required = ['name', 'sku', 'image', 'rootDiskSize', 'pricing', 'region'];
    expect(messagesOf(workloadCreation, {})).toMatchObject(
      Object.fromEntries(required.map((field) => [field, 'required'])),
    );
  });

  it('name every missing field of a schedule', () => {
    const fields = ['node', 'ipAddress', 'sshPort', 'ports', 'http', 'startTime', 'reason'];
    expect(Object.keys(messagesOf(workloadSchedule, {})).toSorted()).toEqual(fields.toSorted());
  });

  it('refuse an invalid IP address (SPEC-5.81)', () => {
    const form = { node: 'n1', ipAddress: '256.1.1.1' };
    expect(messagesOf(workloadSchedule, form)).toMatchObject({ ipAddress: 'ipAddress' });
    expect(validationMessages.ipAddress.en).toMatch(/enter a valid IP address/i);
  });

  it('report errors inside lists, and unknown fields (SPEC-5.34)', () => {
    const port = { protocol: 'TCP', port: 80, targetPort: 0, node: 'x' };
    expect(
      messagesOf(workloadCreation, { name: 'A', ports: [port], namespace: 'kube-system' }),
    ).toMatchObject({
      name: 'resourceName',
      'ports.0.targetPort': 'port',
      'ports.0.node': 'unknown',
      namespace: 'unknown',
      rootDiskSize: 'required',
    });
  });
});

describe('texts', () => {
  it('exist in both languages for every code, reason and message', () => {
    const tables = [errorCatalogue, errorReasons, validationMessages];
    for (const entry of tables.flatMap((table) => Object.values<Record<'zh' | 'en', string>>(table))) {
      for (const language of languages) expect(entry[language]).not.toBe('');
      expect(entry.zh).toMatch(/\p{Script=Han}/u);
      expect(entry.en).not.toMatch(/\p{Script=Han}/u);
    }
  });

  it.each([
    ['NOT_FOUND', 'SPEC-8.1', '请求的地址不存在'],
    ['NOT_IMPLEMENTED', 'SPEC-8.2', '该功能尚未开通'],
    ['PERMISSION_DENIED', 'SPEC-8.3', '没有权限执行此操作'],
    ['INVALID_ARGUMENT', 'SPEC-8.4', '请求参数有误，请检查后重试'],
    ['INTERNAL', 'SPEC-8.5', '服务器内部错误，请稍后重试'],
    ['INVALID_JWT_TOKEN', 'SPEC-8.6', '登录已失效，请重新登录'],
    ['INVALID_CAPTCHA_TOKEN', 'SPEC-8.7', '人机验证未通过，请重试'],
    ['NAME_TAKEN', 'SPEC-8.8', '名称已被使用'],
    ['EMAIL_TAKEN', 'SPEC-8.9', '邮箱已被使用'],
    ['EMAIL_NOT_VERIFIED', 'SPEC-8.10', '邮箱验证码错误或已过期'],
    ['PHONE_TAKEN', 'SPEC-8.11', '手机号已被使用'],
    ['PHONE_NOT_VERIFIED', 'SPEC-8.12', '短信验证码错误或已过期'],
    ['INVALID_CREDENTIALS', 'SPEC-8.13', '账号或密码错误'],
    ['USER_DISABLED', 'SPEC-8.14', '该账号已被停用，请联系客服'],
    ['NO_VALID_ORDER', 'SPEC-8.15', '没有有效订单，请重新下单'],
    ['INSUFFICIENT_FUNDS', 'SPEC-8.16', '余额不足，请先充值'],
    ['FORBIDDEN', 'SPEC-8.17', '当前状态下不允许执行此操作'],
    ['RESOURCE_NOT_FOUND', 'SPEC-8.18', '资源不存在或已被删除，请刷新页面'],
    ['SERVER_ERROR', 'SPEC-8.19', '服务暂时不可用，请稍后重试'],
    ['REQUEST_FAILED', 'SPEC-8.20', '请求失败，请稍后重试'],
    ['NETWORK_ERROR', 'SPEC-8.21', '网络连接失败，请检查网络'],
    ['CONFIG_ERROR', 'SPEC-8.22', '服务配置有误，请联系客服'],
  ] as const)('say %s in Chinese (%s)', (code, _, text) => {
    expect(errorText(code, 'zh')).toBe(text);
  });

  it('prefer that of the reason, if given', () => {
    expect(errorText('REQUEST_FAILED', 'en')).toBe('The request failed. Try again.');
    expect(errorText('REQUEST_FAILED', 'en', 'SOLD_OUT')).toBe(
      'Sold out. Choose another region or machine type.',
    );
  });
});
