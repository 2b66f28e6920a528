import { describe, expect, it } from '@jest/globals';
import { createLogger, maskPhone, secretFields } from './logger.ts';

/** Returns the log line of these fields. */
function logged(fields: object): string {
  let text = '';
  const log = createLogger('info', { write: (line: string) => void (text += line) });
  log.info(fields, 'Something happened');
  return text;
}

describe('the log', () => {
  it.each(secretFields.map((field) => field.replace(/[[\]"]/g, '')))(
    'never shows %s (Rancher CVE-2023-22649, CVE-2022-43757, CVE-2022-45157, CVE-2021-36783: secrets in logs)',
    (field) => {
      const secret = 'canary-5e3c';
      for (const fields of [
        { [field]: secret },
        { body: { [field]: secret } },
        { req: { headers: { [field]: secret } } },
      ]) {
        expect(logged(fields)).not.toContain(secret);
        expect(logged(fields)).toContain('[removed]');
      }
    },
  );

  it('escapes line breaks in values', () => {
    expect(logged({ username: 'a\n{"level":60}' }).trim().split('\n')).toHaveLength(1);
  });

  it('masks phone numbers', () => {
    expect(maskPhone('13800138000')).toBe('138****8000');
  });
});
