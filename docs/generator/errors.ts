/** Builds the errors page from the contract's catalogue. Pure. */
import { list, page, text } from './markdown.ts';
import { adviceOn, type Runbook } from './runbooks.ts';
import { words, type Hint, type Language, type Words } from './words.ts';

interface ErrorEntry {
  readonly status: number;
  readonly en: string;
  readonly zh: string;
}

export interface ErrorSources {
  readonly codes: Readonly<Record<string, ErrorEntry>>;
  readonly reasons: Readonly<Record<string, ErrorEntry>>;
  readonly hints: Readonly<Record<string, Hint>>;
  readonly runbooks: Readonly<Record<Language, readonly Runbook[]>>;
}

export function errorsPage(language: Language, { codes, reasons, hints, runbooks }: ErrorSources): string {
  const own = words[language];
  const entry = ([name, error]: [string, ErrorEntry]): string[] => [
    `### ${name}`,
    text(error[language]),
    list([
      ...facts(error, language),
      ...adviceFor(name, hints[name]?.[language], { own, runbooks: runbooks[language] }),
    ]),
  ];
  return page(own.errors, [
    own.errorsIntroduction,
    `## ${own.errorCodes}`,
    ...Object.entries(codes).flatMap(entry),
    `## ${own.errorReasons}`,
    ...Object.entries(reasons).flatMap(entry),
  ]);
}

function facts({ status, en, zh }: ErrorEntry, language: Language): string[] {
  const own = words[language];
  const [label, other] = language === 'en' ? ['中文：', zh] : ['English: ', en];
  return [`${own.status}${own.colon}${status === 0 ? own.fromBrowser : status}`, `${label}${text(other)}`];
}

function adviceFor(
  name: string,
  hint: string | undefined,
  { own, runbooks }: { own: Words; runbooks: readonly Runbook[] },
): string[] {
  const pages = adviceOn(name, runbooks).map((advice) => `[${advice.title}](../runbooks/${advice.page}.md)`);
  return [
    ...(hint === undefined ? [] : [`${own.operators}${own.colon}${text(hint)}`]),
    ...(pages.length === 0 ? [] : [`${own.moreIn}${own.colon}${pages.join(own.comma)}`]),
  ];
}
