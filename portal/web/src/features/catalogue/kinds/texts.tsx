/** The texts of objects of the catalogue, as properties. */
import type { Translations } from '@gpulease/contract/catalogue';
import type { Words } from '../../../i18n/words.ts';
import { TextsOf } from './inputs.tsx';

interface Described {
  readonly description: string;
  readonly translations: Translations;
}

interface Displayed extends Described {
  readonly displayName: string;
}

export const displayName = ({ t }: Pick<Words, 't'>) => ({
  key: 'displayName',
  title: t('catalogue.displayName'),
  sortBy: 'displayName' as const,
  render: ({ displayName, translations }: Displayed) => (
    <TextsOf zh={displayName} en={translations.en?.displayName} />
  ),
});

export const description = ({ t }: Pick<Words, 't'>, isDetail = true) => ({
  key: 'description',
  title: t('catalogue.description'),
  isDetail,
  render: ({ description, translations }: Described) => (
    <TextsOf zh={description} en={translations.en?.description} />
  ),
});
