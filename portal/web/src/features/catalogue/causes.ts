/** Explains the state of catalogue objects. The operator's messages are English; for Chinese there is a text for each reason. */
import type { ConditionParameters } from '@gpulease/contract/common';
import type { Language } from '@gpulease/contract/enums';
import { useFormat, type Formatter } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { catalogueCausesInChinese } from './causes-in-chinese.ts';
import { conditionInChinese } from './named-causes.ts';

export interface Cause {
  readonly text: string;
  /** The operator's own message, where it says more than a general translation. */
  readonly detail?: string;
}

interface Saying {
  readonly reason: string;
  readonly message: string;
  readonly parameters?: ConditionParameters | undefined;
}

interface Reader {
  readonly language: Language;
  readonly format: Pick<Formatter, 'dateTime'>;
}

/** The text of a cause; unknown reasons keep the cluster's message. */
export function catalogueCause({ reason, message, parameters = {} }: Saying, reader: Reader): Cause {
  if (reader.language === 'en') return { text: message || reason };
  const named = conditionInChinese(reason, parameters, reader.format.dateTime);
  if (named !== undefined) return { text: named };
  const general = catalogueCausesInChinese[reason];
  if (general === undefined) return { text: message || reason };
  return { text: general, ...(message && { detail: message }) };
}

/** `catalogueCause` in the current language. */
export function useCatalogueCause(): (saying: Saying) => Cause {
  const language = useLanguage();
  const format = useFormat();
  return (saying) => catalogueCause(saying, { language, format });
}
