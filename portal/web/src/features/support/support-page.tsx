import { Content, DescriptionList, PageSection, Stack } from '@patternfly/react-core';
import type { Support } from '@gpulease/contract/config';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { NotFoundPage } from '../../ui/errors/error-pages.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { Fact } from '../../ui/fact.tsx';
import { useTitle } from '../../ui/page-title.tsx';

/** /support: contact details. Not found if none are configured. */
export function SupportPage() {
  const { support } = useConfig();
  return support === null ? <NotFoundPage /> : <Ways {...support} />;
}

function Ways({ email, url, phone, hours }: Support) {
  const { t } = useTranslation();
  const language = useLanguage();
  useTitle(t('support.title'));
  return (
    <PageSection isWidthLimited isFilled>
      <Stack hasGutter>
        <Content>
          <h1>{t('support.title')}</h1>
          <p>{t('support.lead')}</p>
        </Content>
        <DescriptionList isHorizontal>
          {phone !== null && (
            <Fact term={t('support.phone')}>
              <a href={`tel:${phone.replaceAll(/[ -]/g, '')}`}>{phone}</a>
            </Fact>
          )}
          {email !== null && (
            <Fact term={t('profile.email')}>
              <a href={`mailto:${email}`}>{email}</a>
            </Fact>
          )}
          {url !== null && (
            <Fact term={t('support.online')}>
              <a href={url} target="_blank" rel="noopener">
                {url}
              </a>
            </Fact>
          )}
          {hours !== null && <Fact term={t('support.hours')}>{hours[language]}</Fact>}
        </DescriptionList>
      </Stack>
    </PageSection>
  );
}
