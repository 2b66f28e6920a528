import { describe, expect, it } from '@jest/globals';
import * as rules from './validation.ts';
import { languages } from './enums.ts';
import { errorCatalogue, errorReasons, errorText } from './errors.ts';
import { validationMessages } from './messages.ts';
import { registration } from './auth.ts';
import { passwordChange } from './me.ts';
import { workloadCreation } from './workloads.ts';

const key = `AAAAC3NzaC1lZDI1NTE5AAAAI${'a'.repeat(43)}`;

const cases: Record<string, { rule: keyof typeof rules; accepts: unknown[]; refuses: unknown[] }> = {
  'a username is a DNS-style name': {
    rule: 'username',
    accepts: ['a', 'ada', 'ada.lovelace', 'a-1.b2', '0x'],
    refuses: ['', 'Ada', 'a_b', '-a', 'a-', '.a', 'a.', 'a..b', 'a.-b', 'ä', 'a b', 'a'.repeat(64), 'create'],
  },
  'a resource name is the same': {
    rule: 'resourceName',
    accepts: ['gpu-01', 'a.b.c'],
    refuses: ['GPU', 'a/b', '../x', 'a\n', 'create'],
  },
  'a registration password has 8 characters of two types': {
    rule: 'password',
    accepts: ['abcdefg1', 'ABCDefgh', '密码密码密码密码1', '        1', `1${'a'.repeat(127)}`],
    refuses: ['abcdefgh', '12345678', 'Ab1!', '', `1${'a'.repeat(128)}`],
  },
  'a new password has 6 to 19 characters': {
    rule: 'newPassword',
    accepts: ['abcdef', 'a'.repeat(19)],
    refuses: ['abcde', 'a'.repeat(20), ''],
  },
  'a phone is a mainland mobile number': {
    rule: 'phone',
    accepts: ['13800138000', '19912345678'],
    refuses: ['', '12800138000', '1380013800', '138001380000', '+8613800138000', '１３８００１３８０００'],
  },
  'an SMS code has 6 digits': {
    rule: 'smsCode',
    accepts: ['000000', '123456'],
    refuses: ['12345', '1234567', 'abcdef', ''],
  },
  'an amount is above zero with two decimals': {
    rule: 'amount',
    accepts: ['0.01', '1', '100.5', '50000.00'],
    refuses: ['0', '0.00', '-1', '1.001', '', 'abc', '1e3'],
  },
  'an IP address is v4 or v6': {
    rule: 'ipAddress',
    accepts: ['10.0.0.1', '2001:db8::1'],
    refuses: ['256.1.1.1', 'localhost', '1.2.3', ''],
  },
  'a host name has at least two parts': {
    rule: 'hostName',
    accepts: ['a.example.com', 'x.cn'],
    refuses: ['localhost', 'http://a.b', 'a..b', '-a.b', 'A.b', ''],
  },
  'an SSH key is one public key line': {
    rule: 'sshPublicKey',
    accepts: [`ssh-ed25519 ${key}`, `ssh-ed25519 ${key} ada@laptop`],
    refuses: [`ssh-ed25519 ${key}\nssh-ed25519 ${key}`, `command="x" ssh-ed25519 ${key}`, 'ssh-dss AAAA', ''],
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

/** The messages of a form by field, as the server answers and the web shows them. */
function messagesOf(
  schema: typeof registration | typeof passwordChange | typeof workloadCreation,
  form: unknown,
) {
  const { error } = schema.safeParse(form, { error: rules.issueKey });
  return error ? rules.fieldErrors(error) : {};
}

describe('forms', () => {
  it('name every missing field of a registration', () => {
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

  it('say that passwords differ at the confirmation', () => {
    const form = { currentPassword: 'x', newPassword: 'abcdef', confirmPassword: 'abcdeg' };
    expect(messagesOf(passwordChange, form)).toEqual({ confirmPassword: 'passwordsDiffer' });
  });

  it('find what is wrong inside lists, and what is unknown', () => {
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

  it('say the reason where there is one', () => {
    expect(errorText('REQUEST_FAILED', 'en')).toBe('The request failed. Try again.');
    expect(errorText('REQUEST_FAILED', 'en', 'SOLD_OUT')).toBe('Sold out. Choose another region or SKU.');
  });
});
