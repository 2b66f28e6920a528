/** What is shown as it is written: blocks of code, and what says so itself. */
const literal = /^( *)(`{3,}|~{3,})[^]*?^\1\2|<(\w+) v-pre>[^]*?<\/\3>|^::: v-pre$[^]*?^:::$/gm;

/**
 * The lines of a page in which Vue would fill in a template, also within backticks. Where it knows no such name, it shows nothing
 * or leaves out the whole page.
 */
export function templatesIn(page: string): string[] {
  const filled = page.replace(literal, (shown) => shown.replace(/[^\n]+/g, ''));
  return filled.split('\n').flatMap((line, index) => (line.includes('{{') ? [`${index + 1}: ${line}`] : []));
}
