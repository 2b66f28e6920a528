import {
  Masthead,
  MastheadBrand,
  MastheadContent,
  MastheadLogo,
  MastheadMain,
  MastheadToggle,
  PageToggleButton,
  Toolbar,
  ToolbarContent,
  ToolbarGroup,
  ToolbarItem,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Brand } from '../ui/brand.tsx';
import { LanguageToggle, ThemeToggle } from '../ui/toggles.tsx';

interface AppMastheadProps {
  readonly sidebar?: { readonly isOpen: boolean; readonly onToggle: () => void };
  /** Shown beside the language and theme buttons. */
  readonly tools?: ReactNode;
}

export function AppMasthead({ sidebar, tools }: AppMastheadProps) {
  const { t } = useTranslation();
  return (
    <Masthead display={{ default: 'inline' }}>
      <MastheadMain>
        {sidebar && (
          <MastheadToggle>
            <PageToggleButton
              isHamburgerButton
              aria-label={t('shell.toggleMenu')}
              isSidebarOpen={sidebar.isOpen}
              onSidebarToggle={sidebar.onToggle}
            />
          </MastheadToggle>
        )}
        <MastheadBrand>
          <MastheadLogo
            component={(props) => <Link {...props} to="/" aria-label={`GPULease · ${t('shell.home')}`} />}
          >
            <Brand />
          </MastheadLogo>
        </MastheadBrand>
      </MastheadMain>
      <MastheadContent>
        <Toolbar isStatic>
          <ToolbarContent>
            <ToolbarGroup align={{ default: 'alignEnd' }} variant="action-group-plain">
              {tools}
              <ToolbarItem>
                <LanguageToggle />
              </ToolbarItem>
              <ToolbarItem>
                <ThemeToggle />
              </ToolbarItem>
            </ToolbarGroup>
          </ToolbarContent>
        </Toolbar>
      </MastheadContent>
    </Masthead>
  );
}
