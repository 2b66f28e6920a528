import type { Words } from '../../../i18n/words.ts';
import { listPath } from './paths.ts';
import type { Area, ResourceKind } from './resource-kind.ts';

/** The names of a kind: at the start of a sentence, within one, and plural. */
export function namesOf({ t }: Pick<Words, 't'>, area: Area) {
  return {
    Kind: t(`catalogue.kind.${area}`),
    kind: t(`catalogue.inSentence.${area}`),
    kinds: t(`catalogue.plural.${area}`),
  };
}

/** The title and path of a kind's list. */
export function listOf({ area }: Pick<ResourceKind, 'area'>, t: Words['t']) {
  return { title: t(`navigation.admin.${area}`), path: listPath(area) };
}
