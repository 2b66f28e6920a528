import { HelperTextItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import type { LatestValue, NameOf } from './latest-values.ts';

/** Shows these values at their fields. */
export function latestValueIn(values: Readonly<Record<string, unknown>>): LatestValue {
  return (name, nameOf) => name in values && <Latest text={textOf(values[name], nameOf)} />;
}

function Latest({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <HelperTextItem variant="warning" screenReaderText="">
      {t('catalogue.latestValue', { value: text })}
    </HelperTextItem>
  );
}

function textOf(value: unknown, nameOf: NameOf = (text) => text): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one, nameOf)).join(', ') || '–';
  if (typeof value !== 'string' && typeof value !== 'number') return '–';
  return nameOf(String(value)) || '–';
}
