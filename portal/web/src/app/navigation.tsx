import type { SessionConsole } from '@gpulease/contract/enums';
import { Divider, Nav, NavItem, NavList } from '@patternfly/react-core';
import {
  RhUiAttentionBellIcon,
  RhUiCardPaymentIcon,
  RhUiCollectionIcon,
  RhUiCubesIcon,
  RhUiEnterpriseIcon,
  RhUiFlagIcon,
  RhUiInProgressIcon,
  RhUiListIcon,
  RhUiMailIcon,
  RhUiMemoryIcon,
  RhUiMonitoringIcon,
  RhUiPlatformIcon,
  RhUiProfileIcon,
  RhUiServerIcon,
  RhUiTagIcon,
  RhUiUsersIcon,
  RhUiVirtualServerIcon,
} from '@patternfly/react-icons';
import { Fragment, memo, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, type Location } from 'react-router-dom';

/** The entries of the specification in its order, then a divider and the others. */
const menus: Readonly<Record<SessionConsole, readonly Readonly<Record<string, ComponentType>>[]>> = {
  user: [{ workloads: RhUiVirtualServerIcon, billing: RhUiCardPaymentIcon, profile: RhUiProfileIcon }],
  admin: [
    {
      users: RhUiUsersIcon,
      workloads: RhUiVirtualServerIcon,
      regions: RhUiEnterpriseIcon,
      nodes: RhUiServerIcon,
      gpus: RhUiMemoryIcon,
      skus: RhUiCubesIcon,
      'vm-images': RhUiCollectionIcon,
      'invite-code': RhUiMailIcon,
      billings: RhUiCardPaymentIcon,
    },
    {
      overview: RhUiMonitoringIcon,
      alarms: RhUiAttentionBellIcon,
      'pricing-policies': RhUiTagIcon,
      'gpu-reports': RhUiFlagIcon,
      jobs: RhUiInProgressIcon,
      platform: RhUiPlatformIcon,
      audit: RhUiListIcon,
    },
  ],
};

interface NavigationProps {
  readonly console: SessionConsole;
  readonly onSelect: () => void;
}

/** The menu of a console. An entry is also active on the pages below it. */
export function Navigation(props: NavigationProps) {
  const { pathname } = useLocation();
  return <Menu {...props} pathname={pathname} />;
}

/** Renders only when the page changes: PatternFly reads styles on render, which forces a layout of the whole page. */
const Menu = memo(function Menu({
  console,
  onSelect,
  pathname,
}: NavigationProps & Pick<Location, 'pathname'>) {
  const { t } = useTranslation();
  const base = console === 'admin' ? '/admin' : '';
  return (
    <Nav aria-label={t(`navigation.${console}.label`)} onSelect={onSelect}>
      {menus[console].map((entries, group) => (
        <Fragment key={group}>
          {group > 0 && <Divider />}
          <NavList>
            {Object.entries(entries).map(([entry, Icon]) => {
              const path = `${base}/${entry}`;
              const isActive = pathname === path || pathname.startsWith(`${path}/`);
              return (
                <NavItem key={entry} itemId={entry} isActive={isActive}>
                  <Link to={path} {...(isActive && { 'aria-current': 'page' as const })}>
                    <span className="pf-v6-c-nav__link-icon">
                      <Icon />
                    </span>
                    {t(`navigation.${console}.${entry}` as 'navigation.user.workloads')}
                  </Link>
                </NavItem>
              );
            })}
          </NavList>
        </Fragment>
      ))}
    </Nav>
  );
});
