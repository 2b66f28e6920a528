/** Builds the page of environment variables from the schemas that programs print with `--settings`. Pure. */
import type { settingsOf } from '../../kube/src/settings.ts';
import { code, page, table, text, type Row } from './markdown.ts';
import { words, type Language } from './words.ts';

type Setting = ReturnType<typeof settingsOf>[number];

export interface SettingSources {
  /** Program → its settings. */
  readonly programs: Readonly<Record<Program, readonly Setting[]>>;
  /** Setting → Chinese description. The key is `PROGRAM NAME` if the meaning differs by program. */
  readonly chinese: Readonly<Record<string, string>>;
}

type Program = 'operator' | 'portal' | 'billing' | 'migration' | 'backup';

export function settingsPage(language: Language, { programs, chinese }: SettingSources): string {
  const own = words[language];
  const meaning = ({ name, description }: Setting, program: string): string =>
    text(language === 'en' ? description : (chinese[`${program} ${name}`] ?? chinese[name] ?? ''));
  const chapters = Object.entries(programs).flatMap(([program, settings]) => [
    `## ${own[program as Program]}`,
    table(
      own.settingColumns,
      settings.map((setting): Row => {
        const { name, fallback, isRequired, isSecret } = setting;
        const secret = isSecret ? own.secret : '';
        return [
          code(name),
          isRequired ? `*${own.required}*` : code(fallback),
          `${meaning(setting, program)}${secret}`,
        ];
      }),
    ),
  ]);
  return page(own.settings, [own.settingsIntroduction, settingsCommand, ...chapters]);
}

const settingsCommand = `\`\`\`
kubectl exec -n gpulease-system deployment/gpulease-bff -- /usr/local/bin/node portal/bff/src/main.ts --settings
\`\`\``;
