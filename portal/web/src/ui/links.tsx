import type { SessionConsole } from '@gpulease/contract/enums';
import { Button, type ButtonProps } from '@patternfly/react-core';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkButtonProps extends Pick<
  ButtonProps,
  'variant' | 'isInline' | 'icon' | 'size' | 'isBlock' | 'className'
> {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link that looks like a button and stays within the application. */
export function LinkButton({ to, children, variant = 'primary', ...props }: LinkButtonProps) {
  const href = useHref(to);
  const onClick = useLinkClickHandler(to);
  return (
    <Button
      component="a"
      href={href}
      variant={variant}
      {...props}
      onClick={(event) => onClick(event as unknown as MouseEvent<HTMLAnchorElement>)}
    >
      {children}
    </Button>
  );
}

interface TextLinkProps {
  readonly to: string;
  readonly children?: ReactNode;
  /** Opens in a new tab, to keep a half-filled form. */
  readonly opensNewTab?: boolean;
}

export function TextLink({ to, children, opensNewTab = false }: TextLinkProps) {
  return (
    <Link to={to} {...(opensNewTab && { target: '_blank', rel: 'noopener' })}>
      {children}
    </Link>
  );
}

/** A text whose tagged part links to a new tab. `Trans` of react-i18next would add 5 kB. */
export function LinkedText({ text, to }: { readonly text: string; readonly to: string }) {
  const [before, linked, after] = text.split(/<\/?\w+>/);
  return (
    <>
      {before}
      <TextLink to={to} opensNewTab>
        {linked}
      </TextLink>
      {after}
    </>
  );
}

/** A link to the admin console for operators; plain text for customers. */
export function OperatorLink({ console, ...link }: TextLinkProps & { readonly console: SessionConsole }) {
  return console === 'admin' ? <TextLink {...link} /> : link.children;
}
