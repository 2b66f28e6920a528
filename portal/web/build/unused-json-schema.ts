import type { Plugin } from 'vite';

const declarations = /^export (?:const|function) (\w+)/gm;
const aliases = /^export \{ \w+ as (\w+) \};/gm;

/** A module with the same exports, all of them functions whose result throws when it is called. */
export function withoutImplementation(code: string): string {
  const names = [declarations, aliases].flatMap((form) => [...code.matchAll(form)].map(([, name]) => name));
  return [
    `const leftOut = () => () => { throw new Error('JSON Schema is not part of this build'); };`,
    `export { ${names.map((name) => `leftOut as ${name}`).join(', ')} };`,
  ].join('\n');
}

/** Leaves out what makes JSON Schema of zod's schemas: each schema refers to it, and only the server needs it. */
export function dropUnusedJsonSchema(): Plugin {
  return {
    name: 'drop-unused-json-schema',
    transform: {
      filter: { id: /zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
      handler: (code) => ({ code: withoutImplementation(code), map: null }),
    },
  };
}
