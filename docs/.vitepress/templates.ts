/** Matches content that Vue does not interpret: code blocks and `v-pre` elements. */
const literal = /^( *)(`{3,}|~{3,})[^]*?^\1\2|<(\w+) v-pre>[^]*?<\/\3>|^::: v-pre$[^]*?^:::$/gm;

/**
 * Returns the lines of a page with a template that Vue would evaluate, even within backticks. For an unknown name it shows
 * nothing or omits the whole page.
 */
export function templatesIn(page: string): string[] {
  const filled = page.replace(literal, (shown) => shown.replace(/[^\n]+/g, ''));
  return filled.split('\n').flatMap((line, index) => (line.includes('{{') ? [`${index + 1}: ${line}`] : []));
}
