import { Content } from '@patternfly/react-core';
import { lazy, Suspense, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '../browser/chunks.ts';
import { Boundary } from './errors/boundary.tsx';
import { ReloadButton } from './errors/error-pages.tsx';
import { Dialog } from './dialog.tsx';
import { LoadingLine } from './loading.tsx';

export interface Closable {
  readonly onClose: () => void;
}

/** A dialog whose code (mostly a form's) loads on first opening. */
export function lazyDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const LoadedDialog: ComponentType<Props> = lazy(async () => ({ default: await loadChunk(load) }));
  return function LazyDialog(props: Props) {
    return (
      <Boundary fallback={<BrokenDialog onClose={props.onClose} />}>
        <Suspense fallback={<LoadingLine />}>
          <LoadedDialog {...props} />
        </Suspense>
      </Boundary>
    );
  };
}

/** Replaces a dialog that crashed or failed to load; it can be closed, and the page behind it stays. */
function BrokenDialog({ onClose }: Closable) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('errors.unexpected')}
      titleIconVariant="warning"
      onClose={onClose}
      actions={<ReloadButton />}
    >
      <Content component="p">{t('errors.unexpectedBody')}</Content>
    </Dialog>
  );
}
