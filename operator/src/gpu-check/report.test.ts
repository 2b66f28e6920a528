import { expect, it } from '@jest/globals';
import { reportIn } from './report.ts';

const uuid = 'GPU-8f2d0c1e-5b7a-4d3c-9e6f-0a1b2c3d4e5f';
const other = 'GPU-00000000-0000-4000-8000-000000000000';
const line = (fields: object) => `gpulease-check: ${JSON.stringify(fields)}`;
const full = { uuid, serial: '1320921000123', message: 'two uncorrectable ECC errors' };

it.each<[what: string, log: string, report: object | undefined]>([
  ['everything', line(full), full],
  ['a UUID alone', line({ uuid }), { uuid }],
  ['nothing, where the log is empty', '', undefined],
  ['nothing, where the guest only boots', '[    0.000000] Linux version 6.8.0\r\nlogin: ', undefined],
  ['the last of several', [line({ uuid: other }), line(full), 'Powering off.'].join('\n'), full],
  [
    'what is on several lines',
    [line({ uuid }), line({ message: 'hot' })].join('\n'),
    { uuid, message: 'hot' },
  ],
  ['what could be read before what could not', [line(full), line({ uuid: 'GPU-1' })].join('\n'), full],
  [
    'the last that can be read',
    [line(full), 'gpulease-check: {"uuid":', line({ uuid }).slice(0, 40)].join('\n'),
    full,
  ],
  ['a line with ends as a terminal has them', `booting\r\r\n${line(full)}\r\r\nlogin: `, full],
  ['a line in colours', line(full).replace(': ', ':\u001b[0;32m ').concat('\u001b[0m'), full],
  ['a line after what the console prints before it', `[   12.345678] sh[301]: ${line({ uuid })}`, { uuid }],
  ['words in any script', line({ message: '显存 ECC 错误：2' }), { message: '显存 ECC 错误：2' }],
  ['no UUID that is none', line({ ...full, uuid: 'GPU-1' }), { serial: full.serial, message: full.message }],
  ['no UUID of a part of a GPU', line({ uuid: uuid.replace('GPU', 'MIG') }), {}],
  ['no UUID in capitals', line({ uuid: uuid.toUpperCase() }), {}],
  ['no serial number where there is none', line({ uuid, serial: '[N/A]' }), { uuid }],
  ['no serial number that is too long', line({ uuid, serial: '1'.repeat(33) }), { uuid }],
  ['no serial number that is a number', line({ uuid, serial: 1320 }), { uuid }],
  ['a message of 200 characters', line({ message: 'x'.repeat(200) }), { message: 'x'.repeat(200) }],
  ['none that is longer', line({ uuid, message: 'x'.repeat(201) }), { uuid }],
  ['none that is empty', line({ uuid, message: '' }), { uuid }],
  ['none of several lines', line({ uuid, message: 'one\ntwo' }), { uuid }],
  ['none that turns the text around', line({ uuid, message: 'a\u202eb' }), { uuid }],
  ['none with codes for a terminal', line({ uuid, message: 'a\u001b[2Jb' }), { uuid }],
  ['no other field', line({ uuid, result: 'well', quarantine: true }), { uuid }],
  ['nothing, where it is no object', 'gpulease-check: ["GPU"]', undefined],
  ['nothing, where the line is huge', line({ uuid, filler: 'x'.repeat(1000) }), undefined],
  ['nothing, where another program writes', line(full).replace('gpulease', 'other'), undefined],
])('of a log that a guest writes is taken %s', (_, log, report) => {
  expect(reportIn(log)).toEqual(report);
});
