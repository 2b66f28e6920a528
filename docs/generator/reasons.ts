/** Builds the page of reasons and conditions. Pure. */
import { posix } from 'node:path';
import type { Alert } from '../../charts/src/testing/alerts.ts';
import { runbooksWhere } from './alerts.ts';
import { code, list, page, table, text } from './markdown.ts';
import type { Reason, ReasonList } from './reason-lists.ts';
import { adviceOn, type Runbook } from './runbooks.ts';
import type { Sentences } from './sentences.ts';
import { conditionsInChinese, listTitles } from './titles.ts';
import { words, type Hint, type Language, type Words } from './words.ts';

export interface ReasonSources {
  readonly conditions: ReasonList;
  /** Each with the texts shown for its reasons. */
  readonly lists: readonly (ReasonList & { readonly sentences: (reason: string) => Sentences })[];
  readonly hints: Readonly<Record<string, Hint | undefined>>;
  readonly runbooks: Readonly<Record<Language, readonly Runbook[]>>;
  readonly alerts: readonly Alert[];
}

export function reasonsPage(language: Language, sources: ReasonSources): string {
  const own = words[language];
  const chapters = sources.lists.flatMap(({ title, reasons, sentences }) => [
    `## ${titleIn(language, title)}`,
    ...reasons.flatMap((reason) => entry(reason, { language, sources, sentences })),
  ]);
  return page(own.reasons, [own.reasonsIntroduction, conditions(language, sources.conditions), ...chapters]);
}

function conditions(language: Language, { reasons }: ReasonList): string {
  const own = words[language];
  const rows = reasons.map(({ name, meaning }) => {
    const [kind = '', ...rest] = meaning.split(': ');
    return language === 'en'
      ? [code(name), kind, text(rest.join(': '))]
      : [code(name), kindsInChinese(kind), text(conditionsInChinese[name] ?? '')];
  });
  return [`## ${own.conditions}`, table(own.conditionColumns, rows)].join('\n\n');
}

const kindsInChinese = (kind: string): string => (kind === 'Every kind' ? '所有种类' : kind);

function titleIn(language: Language, title: string): string {
  const plain = title.replace(/[.:]$/, '').split('. ')[0] ?? '';
  return text(language === 'en' ? plain : (listTitles[plain] ?? plain));
}

interface Context {
  readonly language: Language;
  readonly sources: ReasonSources;
  readonly sentences: (reason: string) => Sentences;
}

function entry({ name, meaning }: Reason, { language, sources, sentences }: Context): string[] {
  const own = words[language];
  const { customer, operator } = sentences(name);
  const others = { ...operator, en: operator.en === customer.en ? undefined : operator.en };
  const hint = sources.hints[name]?.[language];
  const facts = [
    ...readBy(own.customersRead, customer, own),
    ...readBy(own.operatorsRead, others, own),
    ...(hint === undefined ? [] : [`${own.whatToDo}${own.colon}${text(hint)}`]),
    ...adviceFor(name, language, sources),
  ];
  return [`### ${name}`, language === 'en' ? text(meaning) : '', list(facts)];
}

function readBy(label: string, { en, zh }: Sentences['customer'], { colon }: Words): string[] {
  const both = [en, zh].filter((sentence) => sentence !== undefined && sentence !== '');
  return both.length === 0
    ? []
    : [`${label}${colon}${both.map((sentence = '') => text(sentence)).join(' · ')}`];
}

function adviceFor(name: string, language: Language, { runbooks, alerts }: ReasonSources): string[] {
  const own = words[language];
  const advice = adviceOn(name, runbooks[language]);
  const link = ({ title, page: name }: { title: string; page: string }): string =>
    `[${title}](../runbooks/${name}.md)`;
  const rows = advice.filter(({ words: row }) => row !== undefined);
  const others = advice.filter(({ words: row }) => row === undefined);
  const alarming = runbooksWhere(alerts, (expr) => isReasonOf(expr, name));
  const [open, close] = own.brackets;
  return [
    ...rows.map((row) => {
      const said = row.words?.replace(/\]\((?!https?:)([^)]+)/g, linkIn) ?? '';
      return `${own.whatToDo}${own.colon}${said}${open}${link(row)}${close}`;
    }),
    ...(others.length === 0 ? [] : [`${own.moreIn}${own.colon}${others.map(link).join(own.comma)}`]),
    ...(alarming.length === 0 ? [] : [`${own.alerts}${own.colon}${alarming.join(own.comma)}`]),
  ];
}

/** Rewrites a runbook's relative link for the reference. */
const linkIn = (_: string, link: string): string => `](${posix.join('../runbooks', link)}`;

/** Whether an alert selects the reason by name. Alerts that exclude reasons (`!~`) match none. */
function isReasonOf(expr: string, name: string): boolean {
  return [...expr.matchAll(/reason=~?"([^"]+)"/g)].some(([, pattern = '']) =>
    new RegExp(`^(?:${pattern})$`).test(name),
  );
}
