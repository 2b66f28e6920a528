import { errorText } from '@gpulease/contract/errors';
import type { Workload } from '@gpulease/contract/workloads';
import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../api/queries.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { ConfirmAction } from '../../../ui/confirm-action.tsx';

/** No event tells when another node has room. */
const REFRESH_MS = 30_000;

/** Moves the owner's machine to another node before the maintenance, after a question; or says why it cannot move now. */
export function MoveNow({ name }: Pick<Workload, 'name'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const params = { name };
  const refusal = useApi('getWorkloadMove', { params }, { refetchInterval: REFRESH_MS }).data?.refusal;
  return (
    <>
      <p>{refusal ? errorText('REQUEST_FAILED', language, refusal) : t('workload.move.offer')}</p>
      <Button isInline variant="link" isDisabled={refusal !== null} onClick={() => setIsAsking(true)}>
        {t('workload.move.now')}
      </Button>{' '}
      {isAsking && (
        <ConfirmAction
          operation="moveWorkload"
          input={() => ({ params })}
          refreshes={['getWorkload', 'listWorkloads', 'getWorkloadMove']}
          title={t('workload.move.ask', { name })}
          confirmLabel={t('workload.move.now')}
          done={t('workload.move.accepted', { name })}
          onClose={() => setIsAsking(false)}
        >
          {t('workload.move.consequence')}
        </ConfirmAction>
      )}
    </>
  );
}
