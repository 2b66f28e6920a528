import { Content, PageSection } from '@patternfly/react-core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { TextLink } from '../../ui/links.tsx';
import { useTitle } from '../../ui/page-title.tsx';

const sections = ['service', 'account', 'money', 'conduct', 'data', 'end'] as const;

/** /terms: what a customer agrees to at registration. */
export function TermsPage() {
  const { t } = useTranslation();
  const { terms, dunning } = useConfig();
  const language = useLanguage();
  useTitle(t('terms.title'));
  return (
    <PageSection isWidthLimited isFilled>
      <Content>
        <h1>{t('terms.title')}</h1>
        <p>{t('terms.version', { version: terms.version })}</p>
        {sections.map((section) => (
          <Fragment key={section}>
            <h2>{t(`terms.${section}.title`)}</h2>
            <p>{t(`terms.${section}.text`)}</p>
            {section === 'money' && <p>{dunning[language]}</p>}
          </Fragment>
        ))}
        {/* Keys scroll a long page only if it contains something focusable. */}
        <p>
          <TextLink to="/">{t('shell.home')}</TextLink>
        </p>
      </Content>
    </PageSection>
  );
}
