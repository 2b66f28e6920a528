import './introduction.css';
import { Content, PageSection } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useTheme } from '../../ui/theme.tsx';
import enDark from './console.en-dark.webp';
import enLight from './console.en-light.webp';
import zhDark from './console.zh-dark.webp';
import zhLight from './console.zh-light.webp';

const steps = ['fund', 'order', 'run'] as const;
const promises = ['seconds', 'disks', 'refunds', 'balance'] as const;
const questions = ['account', 'access', 'data', 'spot', 'failure'] as const;

/** Introduces the product to visitors: the console, billing, guarantees, questions and answers. */
export function Introduction() {
  return [ConsolePicture, BillingSteps, Promises, Questions].map((Part, index) => (
    <PageSection key={index} {...(Part === Questions && { isFilled: true })}>
      <Part />
    </PageSection>
  ));
}

function BillingSteps() {
  const { t } = useTranslation();
  const title = t('home.steps.title');
  return (
    <Content>
      <h2>{title}</h2>
      <ol className="gpulease-columns gpulease-steps" aria-label={title}>
        {steps.map((step) => (
          <li key={step}>
            <h3>{t(`home.steps.${step}.title`)}</h3>
            <p>{t(`home.steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </Content>
  );
}

function Promises() {
  const { t } = useTranslation();
  const { stoppedDiskDays } = useConfig();
  return (
    <Content>
      <h2>{t('home.promises.title')}</h2>
      <div className="gpulease-columns">
        {promises.map((promise) => (
          <div key={promise}>
            <h3>{t(`home.promises.${promise}.title`)}</h3>
            <p>{t(`home.promises.${promise}.text`, { count: stoppedDiskDays })}</p>
          </div>
        ))}
      </div>
    </Content>
  );
}

function Questions() {
  const { t } = useTranslation();
  const { dunning } = useConfig();
  const language = useLanguage();
  return (
    <>
      <Content component="h2">{t('home.questions.title')}</Content>
      {questions.map((question) => (
        <Question key={question} title={t(`home.questions.${question}.title`)}>
          {t(`home.questions.${question}.text`)}
        </Question>
      ))}
      <Question title={t('home.questions.funds')}>{dunning[language]}</Question>
    </>
  );
}

/** A native element, which opens before the application has loaded. */
function Question({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <details className="gpulease-question">
      <summary>{title}</summary>
      <Content component="p">{children}</Content>
    </details>
  );
}

/** Screenshots taken by `make screens`. */
const pictures = { en: { dark: enDark, light: enLight }, zh: { dark: zhDark, light: zhLight } };

function ConsolePicture() {
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
