import { DropdownItem, type DropdownItemProps } from '@patternfly/react-core';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface DropdownLinkProps extends Omit<DropdownItemProps, 'onClick'> {
  readonly to: string;
}

export function DropdownLink({ to, ...props }: DropdownLinkProps) {
  const href = useHref(to);
  const onClick = useLinkClickHandler(to);
  return <DropdownItem {...props} to={href} onClick={onClick} />;
}
