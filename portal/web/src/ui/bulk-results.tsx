import { Button, Content, ExpandableSection, List, ListItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { failureText } from '../api/failure.ts';
import { useLanguage } from '../i18n/i18n.ts';
import { Dialog } from './dialog.tsx';
import type { Outcome } from './use-each.ts';
import { NAMES_SHOWN, useNames } from './use-names.ts';

interface BulkResultsProps<T> {
  readonly title: (counts: { readonly done: number; readonly failed: number }) => string;
  readonly outcomes: readonly Outcome<T>[];
  /** Items not processed because the user stopped the action. */
  readonly untouched: readonly T[];
  readonly nameOf: (item: T) => string;
  readonly sentences: Readonly<Record<'done' | 'untouched', (names: string) => string>>;
  readonly onClose: () => void;
}

export function BulkResults<T>(props: BulkResultsProps<T>) {
  const { outcomes, untouched, nameOf, sentences, onClose } = props;
  const { t } = useTranslation();
  const listed = useNames();
  const failed = outcomes.filter(({ failure }) => failure);
  const rest = failed.slice(NAMES_SHOWN);
  const done = outcomes.filter(({ failure }) => !failure).map(({ item }) => nameOf(item));
  return (
    <Dialog
      title={props.title({ done: done.length, failed: failed.length })}
      titleIconVariant={failed.length > 0 ? 'warning' : 'info'}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <Content>
        {done.length > 0 && <p>{sentences.done(listed(done))}</p>}
        {failed.length > 0 && (
          <>
            <p>{t('bulk.failed')}</p>
            <Failures outcomes={failed.slice(0, NAMES_SHOWN)} nameOf={nameOf} />
            {rest.length > 0 && (
              <ExpandableSection toggleText={t('bulk.others', { count: rest.length })}>
                <Failures outcomes={rest} nameOf={nameOf} />
              </ExpandableSection>
            )}
          </>
        )}
        {untouched.length > 0 && <p>{sentences.untouched(listed(untouched.map(nameOf)))}</p>}
      </Content>
    </Dialog>
  );
}

function Failures<T>({ outcomes, nameOf }: Pick<BulkResultsProps<T>, 'outcomes' | 'nameOf'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <List>
      {outcomes.map(({ item, failure }) => (
        <ListItem key={nameOf(item)}>
          {failure && t('bulk.why', { name: nameOf(item), reason: failureText(failure, language) })}
        </ListItem>
      ))}
    </List>
  );
}
