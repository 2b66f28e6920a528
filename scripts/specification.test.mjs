import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import {
  checkedIds,
  compare,
  digestsOf,
  jestTests,
  playwrightTests,
  provenBySection,
} from './specification.mjs';

const passed = (name) => ({ name, passed: true });
const failed = (name) => ({ name, passed: false });

test('the ids in tables are checked, except those under "Not there yet"', () => {
  const markdown = [
    'Names hold ids (`SPEC-1.9`).',
    '| SPEC-3.7 | A user has a balance. |',
    '| SPEC-3.10 | A GPU has a model, see SPEC-3.9. |',
    '## Not there yet',
    '| SPEC-5.1 | A phone is required. | No form has it. |',
  ].join('\n');
  expect(checkedIds(markdown)).toEqual(['SPEC-3.7', 'SPEC-3.10']);
});

describe('the document and the tests', () => {
  test.each([
    ['agree', [passed('has a balance (SPEC-3.7)')], [], []],
    ['agree when one of two tests failed', [failed('a (SPEC-3.7)'), passed('b (SPEC-3.7)')], [], []],
    ['disagree when no test names an id', [passed('has a balance')], ['SPEC-3.7'], []],
    ['disagree when the only test failed', [failed('has a balance (SPEC-3.7)')], ['SPEC-3.7'], []],
    ['do not confuse an id with a longer one', [passed('(SPEC-3.70)')], ['SPEC-3.7'], ['SPEC-3.70']],
    ['disagree on an unknown id', [passed('a (SPEC-3.7, SPEC-99.1)')], [], ['SPEC-99.1']],
    [
      'disagree on an unknown id of a failed test',
      [passed('(SPEC-3.7)'), failed('(SPEC-99.1)')],
      [],
      ['SPEC-99.1'],
    ],
  ])('%s', (_case, tests, unproven, unknown) => {
    expect(compare(['SPEC-3.7'], tests)).toEqual({ unproven, unknown });
  });
});

test('a Jest report yields every test with its describes', () => {
  const assertionResults = [
    { fullName: 'users have a balance (SPEC-3.7)', status: 'passed' },
    { fullName: 'users have an email address (SPEC-3.3)', status: 'pending' },
  ];
  expect(jestTests({ testResults: [{ assertionResults }] })).toEqual([
    passed('users have a balance (SPEC-3.7)'),
    failed('users have an email address (SPEC-3.3)'),
  ]);
});

test('a Playwright report yields every test with its suites; a flaky, skipped or expectedly failing test has not passed', () => {
  const spec = (title, status, ...results) => ({
    title,
    tests: [{ status, results: results.map((result) => ({ status: result })) }],
  });
  const specs = [
    spec('pays (SPEC-1.6)', 'expected', 'passed'),
    spec('flaky', 'flaky', 'failed', 'passed'),
    spec('skipped', 'skipped', 'skipped'),
    spec('meant to fail', 'expected', 'failed'),
  ];
  expect(
    playwrightTests({ suites: [{ title: 'first-machine.spec.ts', suites: [{ title: 'a user', specs }] }] }),
  ).toEqual([
    passed('first-machine.spec.ts a user pays (SPEC-1.6)'),
    failed('first-machine.spec.ts a user flaky'),
    failed('first-machine.spec.ts a user skipped'),
    failed('first-machine.spec.ts a user meant to fail'),
  ]);
});

test('a Playwright report yields the nested steps of the last run of a test', () => {
  const steps = (...titles) => titles.map((title) => ({ title }));
  const pays = { title: 'pays (SPEC-1.6)', steps: steps('with what is left (SPEC-1.7)') };
  const results = [
    { status: 'failed', steps: steps('registers (SPEC-1.1)') },
    { status: 'passed', steps: [...steps('orders (SPEC-1.3)'), pays] },
  ];
  const specs = [{ title: 'the walk', tests: [{ status: 'expected', results }] }];
  expect(playwrightTests({ suites: [{ title: 'first-machine.spec.ts', specs }] })).toEqual([
    passed('first-machine.spec.ts the walk orders (SPEC-1.3) pays (SPEC-1.6) with what is left (SPEC-1.7)'),
  ]);
});

describe('a third of each section is proven in the running product', () => {
  const ids = ['SPEC-2.1', 'SPEC-2.2', 'SPEC-2.3', 'SPEC-10.1', 'SPEC-10.2', 'SPEC-10.3', 'SPEC-10.4'];
  const section = (name, proven, total, isEnough) => ({ section: name, proven, total, isEnough });
  test.each([
    ['nothing', [], [section('2', 0, 3, false), section('10', 0, 4, false)]],
    [
      'just enough and just too little',
      [passed('(SPEC-2.1)'), passed('(SPEC-10.1)')],
      [section('2', 1, 3, true), section('10', 1, 4, false)],
    ],
    [
      'failed tests and unknown ids do not count',
      [failed('(SPEC-2.1)'), passed('(SPEC-2.9)')],
      [section('2', 0, 3, false), section('10', 0, 4, false)],
    ],
    [
      'an id counts once',
      [passed('(SPEC-10.1)'), passed('(SPEC-10.1, SPEC-10.2)')],
      [section('2', 0, 3, false), section('10', 2, 4, true)],
    ],
  ])('%s', (_case, tests, sections) => {
    expect(provenBySection(ids, tests)).toEqual(sections);
  });
});

test('a run without a report has no tests', () => {
  expect([...jestTests(undefined), ...playwrightTests(undefined)]).toEqual([]);
});

const read = (name) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');

test('the document quotes the specification and its statements verbatim', () => {
  const kept = read('specification-digests.txt').trimEnd().split('\n');
  expect(digestsOf(read('specification-coverage.md'))).toEqual(kept);
});

describe('the digests differ when', () => {
  const markdown = [
    '## 5 Validation',
    '> - name, type.',
    '> - SMS code required.',
    '| SPEC-5.1 | A name. |',
    '## Not there yet',
    '| SPEC-5.2 | A type. | There is one. |',
  ];
  const changed = (from, to) => markdown.map((line) => line.replace(from, to)).join('\n');
  test.each([
    ['a quoted line is reworded', changed('SMS code required', 'SMS code')],
    ['a quoted line is dropped', changed('> - SMS code required.', '')],
    [
      'two quoted lines change places',
      changed(/^> - .*$/, (line) => (line.includes('SMS') ? markdown[1] : markdown[2])),
    ],
    ['a statement is reworded', changed('A name', 'A name, or none')],
    ['a statement is dropped', changed('| SPEC-5.1 | A name. |', '')],
    ['a statement under "Not there yet" is reworded', changed('A type', 'A type, or none')],
  ])('%s', (_case, other) => {
    expect(digestsOf(other)).not.toEqual(digestsOf(markdown.join('\n')));
  });

  test('but not when the reason for a missing statement is reworded, or the statement is implemented', () => {
    const there = changed('| SPEC-5.2 | A type. | There is one. |', '').replace(
      '## Not there yet',
      '| SPEC-5.2 | A type. |',
    );
    for (const other of [changed('There is one', 'Filled in'), there])
      expect(digestsOf(other)).toEqual(digestsOf(markdown.join('\n')));
  });
});
