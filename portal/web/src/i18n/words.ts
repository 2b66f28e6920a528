import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat, type Formatter } from './format.ts';

export interface Words {
  readonly t: TFunction;
  readonly format: Formatter;
}

export function useWords(): Words {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => ({ t, format }), [t, format]);
}
