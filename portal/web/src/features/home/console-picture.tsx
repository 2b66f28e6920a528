import { Content } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useTheme } from '../../ui/theme.tsx';
import enDark from './console.en-dark.webp';
import enLight from './console.en-light.webp';
import zhDark from './console.zh-dark.webp';
import zhLight from './console.zh-light.webp';

/** `make screens` takes them. */
const pictures = { en: { dark: enDark, light: enLight }, zh: { dark: zhDark, light: zhLight } };

/** The page of a running machine, in the reader's language and theme. */
export function ConsolePicture() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { theme } = useTheme();
  return (
    <>
      <Content component="h2">{t('home.picture.title')}</Content>
      <img
        className="gpulease-picture"
        loading="lazy"
        src={pictures[language][theme]}
        width={1280}
        height={800}
        alt={t('home.picture.text')}
      />
    </>
  );
}
