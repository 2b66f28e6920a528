/**
 * Tells of a path, relative to the context, whether a .dockerignore with these lines leaves it out: the last pattern that
 * matches the path or a folder above it decides. Source: https://docs.docker.com/build/concepts/context/#dockerignore-files
 */
export function dockerIgnore(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ ignored: !line.startsWith('!'), expression: toExpression(line.replace(/^!/, '')) }));
  return (path) => patterns.findLast(({ expression }) => expression.test(path))?.ignored ?? false;
}

/** `*` is anything within a name, `**` any number of folders. */
function toExpression(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?');
  return new RegExp(`^${source}(?:/.*)?$`);
}
