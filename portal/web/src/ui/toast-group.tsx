import { Alert, AlertActionCloseButton, AlertGroup } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/failure.ts';
import { RequestId } from './request-id.tsx';
import { SupportText } from './support-text.tsx';

export interface Toast {
  readonly id: number;
  readonly variant: 'success' | 'info' | 'danger';
  readonly title: string;
  readonly body?: string;
  readonly failure?: Failure;
}

/** Success toasts disappear after this time; failures stay until closed. */
const SUCCESS_MS = 6_000;

interface ToastGroupProps {
  readonly toasts: readonly Toast[];
  readonly onClose: (id: number) => void;
}

export function ToastGroup({ toasts, onClose }: ToastGroupProps) {
  const { t } = useTranslation();
  return (
    <AlertGroup isToast isLiveRegion hasAnimations={false} aria-label={t('toast.group')}>
      {toasts.map(({ id, variant, title, body, failure }) => (
        <Alert
          key={id}
          variant={variant}
          title={<SupportText>{title}</SupportText>}
          variantLabel={t(`toast.${variant}`)}
          timeout={variant === 'danger' ? false : SUCCESS_MS}
          onTimeout={() => onClose(id)}
          actionClose={
            <AlertActionCloseButton aria-label={t('toast.close', { title })} onClose={() => onClose(id)} />
          }
        >
          {body && (
            <p>
              <SupportText>{body}</SupportText>
            </p>
          )}
          {failure && <RequestId failure={failure} />}
        </Alert>
      ))}
    </AlertGroup>
  );
}
