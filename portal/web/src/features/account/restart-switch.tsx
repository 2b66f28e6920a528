import type { Me } from '@gpulease/contract/me';
import { Content, Switch } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKey } from '../../api/queries.ts';
import { useAction } from '../../ui/use-action.ts';

/** Whether added funds restart machines that were stopped because the balance ran out. */
export function RestartSwitch({ me }: { readonly me: Me }) {
  const { t } = useTranslation();
  const helpId = useId();
  const client = useQueryClient();
  const change = useAction('updateMe', {
    done: ({ restartOnRecharge }) => t(restartOnRecharge ? 'profile.restartOn' : 'profile.restartOff'),
    refreshes: ['getMe'],
  });
  const show = (restartOnRecharge: boolean) =>
    client.setQueryData(queryKey('getMe'), { ...me, restartOnRecharge });
  // The switch moves immediately and reverts if saving fails.
  const set = async (restartOnRecharge: boolean) => {
    show(restartOnRecharge);
    if (!(await change.attempt({ body: { restartOnRecharge } }))) show(me.restartOnRecharge);
  };
  return (
    <>
      <Switch
        label={t('profile.restartOnRecharge')}
        aria-describedby={helpId}
        isChecked={me.restartOnRecharge}
        isDisabled={change.isBusy}
        onChange={(_, restartOnRecharge) => void set(restartOnRecharge)}
      />
      <Content component="small" id={helpId}>
        {t('profile.restartHelp')}
      </Content>
    </>
  );
}
