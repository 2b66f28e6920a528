import {
  Login,
  LoginFooter,
  LoginHeader,
  LoginMainBody,
  LoginMainFooter,
  LoginMainFooterBandItem,
  LoginMainHeader,
  Title,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Brand } from '../../ui/brand.tsx';
import { LanguageToggle, ThemeToggle } from '../../ui/toggles.tsx';
import { useConfig } from '../../api/config.ts';
import { SUPPORT_PATH } from '../../ui/support-text.tsx';
import { TextLink } from '../../ui/links.tsx';
import { useTitle } from '../../ui/page-title.tsx';
import { CaptchaProvider } from './captcha-dialog.tsx';

interface AuthLayoutProps {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly footer?: ReactNode;
  /** Wide enough for a table. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function AuthLayout({ title, subtitle, footer, isWide = false, children }: AuthLayoutProps) {
  const { t } = useTranslation();
  const { support } = useConfig();
  useTitle(title);
  return (
    <CaptchaProvider>
      <Login
        className={isWide ? 'gpulease-login gpulease-wide-login' : 'gpulease-login'}
        header={
          <LoginHeader
            headerBrand={
              <div className="gpulease-login__top">
                <TextLink to="/">
                  <Brand />
                </TextLink>
                <div>
                  <LanguageToggle />
                  <ThemeToggle />
                </div>
              </div>
            }
          />
        }
        footer={
          <LoginFooter>
            {t('home.lead')}
            {support && (
              <>
                {' '}
                <TextLink to={SUPPORT_PATH}>{t('support.title')}</TextLink>
              </>
            )}
          </LoginFooter>
        }
      >
        <LoginMainHeader>
          <Title headingLevel="h1" size="3xl">
            {title}
          </Title>
          {/* PatternFly would put its own subtitle before this level 1 heading. */}
          {subtitle && <p className="pf-v6-c-login__main-header-desc">{subtitle}</p>}
        </LoginMainHeader>
        <LoginMainBody>{children}</LoginMainBody>
        {footer && (
          <LoginMainFooter
            signUpForAccountMessage={<LoginMainFooterBandItem>{footer}</LoginMainFooterBandItem>}
          />
        )}
      </Login>
    </CaptchaProvider>
  );
}
