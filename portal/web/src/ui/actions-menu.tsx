import { Divider, Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core';
import { EllipsisVIcon } from '@patternfly/react-icons';
import { Fragment, useEffect, useRef, useState, type RefObject } from 'react';
import { DropdownLink } from './dropdown-link.tsx';

interface NamedAction {
  readonly key: string;
  readonly title: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  /** Why the action is unavailable, or its prerequisite. */
  readonly description?: string | undefined;
}

/** An action that runs a function or opens a page. */
export type Action = NamedAction & ({ readonly onClick: () => void } | { readonly to: string });

interface ActionsMenuProps {
  /** The accessible name of the menu, with its object. */
  readonly label: string;
  readonly actions: readonly Action[];
  readonly text?: string;
  readonly isDisabled?: boolean;
}

/** The actions on one object, dangerous ones last. Lists have many menus, so each is created when it opens. */
export function ActionsMenu({ label, actions, text, isDisabled = false }: ActionsMenuProps) {
  // List rows are reused for other items, whose menus must start closed.
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
  /** The edge at which the menu aligns with its toggle. */
  readonly position: 'start' | 'end';
  readonly onClose: () => void;
}

function OpenMenu({ actions, toggle, position, onClose }: OpenMenuProps) {
  const isDangerous = ({ isDanger = false }: Action) => isDanger;
  const dangerousLast = [...actions.filter((one) => !isDangerous(one)), ...actions.filter(isDangerous)];
  // PatternFly positions a menu at its toggle only if it opens after mounting.
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
      // Lets a dialog opened by an action return the focus to the toggle, because the menu item is gone by then.
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
      // A disabled action with an explanation stays focusable.
      {...(description === undefined ? { isDisabled } : { isAriaDisabled: isDisabled, description })}
      {...('onClick' in action && { onClick: action.onClick })}
    >
      {title}
    </DropdownItem>
  );
}
