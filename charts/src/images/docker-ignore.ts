/**
 * Returns whether a .dockerignore with this text excludes a path relative to the context: the last pattern that matches the
 * path or one of its parents decides. Source: https://docs.docker.com/build/concepts/context/#dockerignore-files
 */
export function dockerIgnore(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ ignored: !line.startsWith('!'), expression: toExpression(line.replace(/^!/, '')) }));
  return (path) => patterns.findLast(({ expression }) => expression.test(path))?.ignored ?? false;
}

/** `*` matches within a name, `**` any number of folders. */
function toExpression(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  return new RegExp(`^${source}(?:/.*)?$`);
}
