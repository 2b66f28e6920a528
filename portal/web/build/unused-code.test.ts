import { expect, it } from '@jest/globals';
import { withoutImplementation } from './unused-code.ts';

it('exports what the module exports, and nothing that the module is made of', () => {
  const code = withoutImplementation(
    [
      `import { other } from './other.js';`,
      'export function finalize(schema) {\n  return other(schema);\n}',
      'export const createMethod = (schema) => (params) => finalize(schema);',
      'export { finalize as end, inner };',
      'const local = 1;',
    ].join('\n'),
  );
  expect(code).toContain(
    'export { leftOut as finalize, leftOut as createMethod, leftOut as end, leftOut as inner };',
  );
  expect(code).not.toMatch(/other|local|schema\)/);
});
