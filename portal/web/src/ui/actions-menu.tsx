import { Divider, Dropdown, DropdownItem, DropdownList, MenuToggle } from '@patternfly/react-core';
import { EllipsisVIcon } from '@patternfly/react-icons';
import { Fragment, useEffect, useRef, useState, type RefObject } from 'react';

export interface Action {
  readonly key: string;
  readonly title: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  /** Why it cannot be done, or what comes before it. */
  readonly description?: string | undefined;
  readonly onClick: () => void;
}

interface ActionsMenuProps {
  /** What the actions act on, for people who cannot see the row. */
  readonly label: string;
  readonly actions: readonly Action[];
  /** Text on the toggle instead of three dots. */
  readonly text?: string;
  readonly isDisabled?: boolean;
}

/** The actions on one object; dangerous ones stand apart at the end. A list has many, so the menu itself is only made when it opens. */
export function ActionsMenu({ label, actions, text, isDisabled = false }: ActionsMenuProps) {
  // Rows of lists are used again for other items, whose menus nobody has opened.
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
  /** The edge that it shares with its toggle: what stands at the end of a row opens towards the row. */
  readonly position: 'start' | 'end';
  readonly onClose: () => void;
}

function OpenMenu({ actions, toggle, position, onClose }: OpenMenuProps) {
  // PatternFly places a menu beside its toggle only if it is told to open after it is there.
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
      // A dialog that an action opens gives the focus back to what had it: the toggle, since the action is gone by then.
      shouldFocusToggleOnSelect
      popperProps={{ position }}
      toggle={{ toggleRef: toggle, toggleNode: null }}
    >
      <DropdownList>
        {actions.map((action, index) => (
          <Fragment key={action.key}>
            {action.isDanger && index > 0 && <Divider component="li" />}
            <DropdownItem
              isDanger={action.isDanger ?? false}
              // One that says why it cannot be chosen can be come to with the keys.
              {...(action.description === undefined
                ? { isDisabled: action.isDisabled ?? false }
                : { isAriaDisabled: action.isDisabled ?? false, description: action.description })}
              onClick={action.onClick}
            >
              {action.title}
            </DropdownItem>
          </Fragment>
        ))}
      </DropdownList>
    </Dropdown>
  );
}
