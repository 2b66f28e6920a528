import { Divider, Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core';
import { EllipsisVIcon } from '@patternfly/react-icons';
import { Fragment, useEffect, useRef, useState, type RefObject } from 'react';
import { DropdownLink } from './dropdown-link.tsx';

interface NamedAction {
  readonly key: string;
  readonly title: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  /** Why the action is unavailable, or what it requires first. */
  readonly description?: string | undefined;
}

/** What it does, or the page that it opens. */
export type Action = NamedAction & ({ readonly onClick: () => void } | { readonly to: string });

interface ActionsMenuProps {
  /** The object of the actions, for screen readers. */
  readonly label: string;
  readonly actions: readonly Action[];
  readonly text?: string;
  readonly isDisabled?: boolean;
}

/** The actions on one object, dangerous ones apart at the end. Lists have many menus, so each is created when it opens. */
export function ActionsMenu({ label, actions, text, isDisabled = false }: ActionsMenuProps) {
  // List rows are reused for other items, whose menus must be closed.
  const [openFor, setOpenFor] = useState<string>();
  const isOpen = openFor === label;
  const close = () => setOpenFor(undefined);
  const toggle = useRef<HTMLButtonElement>(null);
  if (actions.length === 0) return null;
  return (
    <>
      <MenuToggle
        ref={toggle}
        variant={text ? 'default' : 'plain'}
        aria-label={label}
        isExpanded={isOpen}
        isDisabled={isDisabled}
        onClick={() => setOpenFor(isOpen ? undefined : label)}
        {...(!text && { icon: <EllipsisVIcon /> })}
      >
        {text}
      </MenuToggle>
      {isOpen && (
        <OpenMenu actions={actions} toggle={toggle} position={text ? 'start' : 'end'} onClose={close} />
      )}
    </>
  );
}

interface OpenMenuProps extends Pick<ActionsMenuProps, 'actions'> {
  readonly toggle: RefObject<HTMLButtonElement | null>;
  /** The edge that the menu shares with its toggle: at the end of a row it opens towards the row. */
  readonly position: 'start' | 'end';
  readonly onClose: () => void;
}

function OpenMenu({ actions, toggle, position, onClose }: OpenMenuProps) {
  const isDangerous = ({ isDanger = false }: Action) => isDanger;
  const dangerousLast = [...actions.filter((one) => !isDangerous(one)), ...actions.filter(isDangerous)];
  // PatternFly positions a menu at its toggle only if it opens after it was mounted.
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setThere(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Dropdown
      isOpen={isThere}
      onOpenChange={onClose}
      onSelect={onClose}
      // A dialog opened by an action returns the focus to the toggle, because the action is gone by then.
      shouldFocusToggleOnSelect
      popperProps={{ position }}
      toggle={{ toggleRef: toggle, toggleNode: null }}
    >
      <DropdownList>
        {dangerousLast.map((action, index) => (
          <Fragment key={action.key}>
            {action.isDanger && index > 0 && <Divider component="li" />}
            <ActionItem action={action} />
          </Fragment>
        ))}
      </DropdownList>
    </Dropdown>
  );
}

function ActionItem({ action }: { readonly action: Action }) {
  const { title, isDanger = false, isDisabled = false, description } = action;
  if ('to' in action && !isDisabled) return <DropdownLink to={action.to}>{title}</DropdownLink>;
  return (
    <DropdownItem
      isDanger={isDanger}
      // A disabled action with an explanation stays reachable by keyboard.
      {...(description === undefined ? { isDisabled } : { isAriaDisabled: isDisabled, description })}
      {...('onClick' in action && { onClick: action.onClick })}
    >
      {title}
    </DropdownItem>
  );
}
