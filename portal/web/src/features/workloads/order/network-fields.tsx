import { Content } from '@patternfly/react-core';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { HttpHostField } from '../settings/http-host-field.tsx';
import { PortsField } from '../settings/ports-field.tsx';
import type { Catalogue, OrderInput } from './order.ts';

/** Ports and HTTP host. */
export function NetworkFields({ regions, images }: Catalogue) {
  const { t } = useTranslation();
  const form = useFormContext<OrderInput>();
  const domain = regions.find(({ name }) => name === form.watch('region'))?.httpDomain;
  const { osType } = images.find(({ name }) => name === form.watch('image')) ?? {};
  return (
    <>
      <Content component="p">
        {t(osType === 'WINDOWS' ? 'order.remoteDesktopIncluded' : 'order.sshIncluded')}
      </Content>
      <PortsField help={t('order.portsHelp')} />
      {domain ? (
        <HttpHostField
          label={t('workload.httpHost')}
          domain={domain}
          name={form.getValues('name') || 'app'}
          isOn={form.watch('http') !== undefined}
          onChange={(http) => form.setValue('http', http)}
        />
      ) : (
        <Content component="p">{t('order.noHttp')}</Content>
      )}
    </>
  );
}
