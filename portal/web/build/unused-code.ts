import type { Plugin } from 'vite';

/** Modules that others refer to without need. */
const unused = [
  // What makes JSON Schema of zod's schemas: each refers to it, and only the server needs it.
  /zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/,
  // Every query could be an endless one; ours have pages.
  /@tanstack\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/,
];

const declarations = /^export (?:const|function) (\w+)/gm;
const lists = /^export \{ ([\w, ]+) \};/gm;

/** A module with the same exports, all of them functions whose result throws when it is called. */
export function withoutImplementation(code: string): string {
  const declared = [...code.matchAll(declarations)].map(([, name]) => name);
  const listed = [...code.matchAll(lists)].flatMap(([, list = '']) => list.split(', '));
  const names = [...declared, ...listed.map((item) => item.split(' as ').at(-1))];
  return [
    `const leftOut = () => () => { throw new Error('This is not part of the build'); };`,
    `export { ${names.map((name) => `leftOut as ${name}`).join(', ')} };`,
  ].join('\n');
}

/** Leaves out what is never called. */
export function dropUnusedCode(): Plugin {
  return {
    name: 'drop-unused-code',
    transform: {
      filter: { id: unused },
      handler: (code) => ({ code: withoutImplementation(code), map: null }),
    },
  };
}
