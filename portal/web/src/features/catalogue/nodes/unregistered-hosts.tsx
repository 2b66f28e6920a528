import { List, ListItem } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/links.tsx';
import { gpusText, useClusterNodes } from './node-fit.ts';
import { InlineAlert } from '../../../ui/inline-alert.tsx';

const SHOWN = 5;

export function UnregisteredHosts() {
  const { t } = useTranslation();
  const hosts = (useClusterNodes().data ?? []).filter(({ controlPlane }) => !controlPlane);
  if (hosts.length === 0) return null;
  const rest = hosts.length - SHOWN;
  return (
    <InlineAlert variant="info" title={t('node.unregistered', { count: hosts.length })}>
      <List isPlain>
        {hosts.slice(0, SHOWN).map((host) => (
          <ListItem key={host.name}>
            {host.name} · {t('node.cores', { count: host.allocatable.cpu })} · {gpusText(host, t)} ·{' '}
            <TextLink to={`/admin/nodes/create?host=${encodeURIComponent(host.name)}`}>
              {t('node.register', { name: host.name })}
            </TextLink>
          </ListItem>
        ))}
        {rest > 0 && (
          <ListItem>
            <TextLink to="/admin/nodes/create">{t('node.otherHosts', { count: rest })}</TextLink>
          </ListItem>
        )}
      </List>
    </InlineAlert>
  );
}
