import { expect, it } from '@jest/globals';
import { reportIn } from './report.ts';

const uuid = 'GPU-8f2d0c1e-5b7a-4d3c-9e6f-0a1b2c3d4e5f';
const other = 'GPU-00000000-0000-4000-8000-000000000000';
const line = (fields: object) => `gpulease-check: ${JSON.stringify(fields)}`;
const full = { uuid, serial: '1320921000123', message: 'two uncorrectable ECC errors' };

it.each<[what: string, log: string, report: object | undefined]>([
  ['everything', line(full), full],
  ['a UUID alone', line({ uuid }), { uuid }],
  ['nothing if the log is empty', '', undefined],
  ['nothing if the guest only boots', '[    0.000000] Linux version 6.8.0\r\nlogin: ', undefined],
  ['the last of several reports', [line({ uuid: other }), line(full), 'Powering off.'].join('\n'), full],
  [
    'fields on several lines',
    [line({ uuid }), line({ message: 'hot' })].join('\n'),
    { uuid, message: 'hot' },
  ],
  ['valid fields before invalid ones', [line(full), line({ uuid: 'GPU-1' })].join('\n'), full],
  [
    'the last complete report',
    [line(full), 'gpulease-check: {"uuid":', line({ uuid }).slice(0, 40)].join('\n'),
    full,
  ],
  ['a line with terminal line endings', `booting\r\r\n${line(full)}\r\r\nlogin: `, full],
  ['a line in color', line(full).replace(': ', ':\u001b[0;32m ').concat('\u001b[0m'), full],
  ['a line with a console prefix', `[   12.345678] sh[301]: ${line({ uuid })}`, { uuid }],
  ['a message in any script', line({ message: '显存 ECC 错误：2' }), { message: '显存 ECC 错误：2' }],
  ['no invalid UUID', line({ ...full, uuid: 'GPU-1' }), { serial: full.serial, message: full.message }],
  ['no UUID of a MIG instance', line({ uuid: uuid.replace('GPU', 'MIG') }), {}],
  ['no UUID in capitals', line({ uuid: uuid.toUpperCase() }), {}],
  ['no placeholder serial number', line({ uuid, serial: '[N/A]' }), { uuid }],
  ['no serial number that is too long', line({ uuid, serial: '1'.repeat(33) }), { uuid }],
  ['no serial number that is not a string', line({ uuid, serial: 1320 }), { uuid }],
  ['a message of 200 characters', line({ message: 'x'.repeat(200) }), { message: 'x'.repeat(200) }],
  ['no message that is longer', line({ uuid, message: 'x'.repeat(201) }), { uuid }],
  ['no empty message', line({ uuid, message: '' }), { uuid }],
  ['no message of several lines', line({ uuid, message: 'one\ntwo' }), { uuid }],
  ['no message that reverses the text direction', line({ uuid, message: 'a\u202eb' }), { uuid }],
  ['no message with terminal codes', line({ uuid, message: 'a\u001b[2Jb' }), { uuid }],
  ['no other field', line({ uuid, result: 'well', quarantine: true }), { uuid }],
  ['nothing if it is not an object', 'gpulease-check: ["GPU"]', undefined],
  ['nothing if the line is too long', line({ uuid, filler: 'x'.repeat(1000) }), undefined],
  ['nothing if another program writes it', line(full).replace('gpulease', 'other'), undefined],
])('takes from the log of a guest: %s', (_, log, report) => {
  expect(reportIn(log)).toEqual(report);
});
