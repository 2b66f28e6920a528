import { expect, it } from '@jest/globals';
import { isCommonPassword } from './common-passwords.ts';

it.each([
  ...[
    'password1',
    'Password1',
    'P@ssw0rd',
    'Passw0rd!',
    '12345678a',
    'a1234567',
    'qwerty123',
    'admin123',
    'Abcd1234',
  ],
  ...[
    '1qaz2wsx',
    'woaini1314',
    'iloveyou520',
    '88888888a',
    'abc123456',
    'Test@2026',
    'gpulease2026',
    'Root123!',
  ],
])('recognizes %s as a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

it.each([
  'correct horse 7',
  'my own choice 1',
  'Walk-83927461',
  'k3Zp-9vQw',
  'password manager 4 me',
  'harbour-1997',
])('does not take %s for a common password', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
