import { dirname, join, relative, resolve } from 'node:path';

/**
 * A lint rule: files below `root` may import only from their own room and from those that `rooms` lists for it. `rooms` maps
 * folders of `root` to the rooms they may import; a folder without an entry may import nothing, and nothing may import it.
 * Dynamic imports and re-exports count too.
 */
export const oneWay = {
  meta: { type: 'problem', schema: [{ type: 'object' }] },
  create({ cwd, filename, options: [{ root, rooms }], report }) {
    const inRoot = (path) => relative(join(cwd, root), path);
    const from = roomOf(inRoot(filename), rooms);
    const check = (node) => {
      const path = node.source?.value;
      if (typeof path !== 'string' || !path.startsWith('.')) return;
      const target = inRoot(resolve(dirname(filename), path));
      const to = roomOf(target, rooms);
      if (from && (to === from || rooms[from].includes(to))) return;
      report({
        node,
        message: `${from ?? inRoot(filename)} may not import ${to ?? target}; see docs/architecture.md.`,
      });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

function roomOf(path, rooms) {
  return Object.keys(rooms).find((room) => path.startsWith(`${room}/`));
}
