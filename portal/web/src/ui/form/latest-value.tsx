import { HelperTextItem } from '@patternfly/react-core';
import { createContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type NameOf = (value: string) => string;

/** Returns another user's change to an edited field, if any. It is shown below the field, so that it is not overwritten unseen. */
export type LatestValue = (name: string, nameOf?: NameOf) => ReactNode;

export const LatestValues = createContext<LatestValue>(() => null);

/** Shows these values below their fields. */
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
