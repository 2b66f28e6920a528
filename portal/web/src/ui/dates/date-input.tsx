import { Button, InputGroup, InputGroupItem, TextInput, type TextInputProps } from '@patternfly/react-core';
import { RhUiCalendarIcon } from '@patternfly/react-icons';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../lazy-part.tsx';
import { dayOf, minuteOf, usualSigns } from './typed.ts';

const CalendarPopover = lazyPart(async () => (await import('./calendar-popover.tsx')).CalendarPopover, null);

export const DAY_LENGTH = 'YYYY-MM-DD'.length;

interface DateInputProps extends Omit<TextInputProps, 'onChange' | 'type' | 'value'> {
  /** The label of the field, used to name its calendar. */
  readonly label: string;
  /** The typed text: `2026-03-01` or `2026-03-01 09:30`, possibly incomplete. */
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  /** Whether a time of day follows the day. */
  readonly hasTime?: boolean;
}

/** A day, typed or chosen from a calendar. A native input would use the browser's language, not the console's. */
export function DateInput({ label, typed, onTyped, hasTime = false, ...attributes }: DateInputProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const calendar = useCalendar(button);
  const name = t('dates.calendar', { label });
  return (
    <InputGroup className="gpulease-date">
      <InputGroupItem isFill>
        <TextInput
          {...attributes}
          type="text"
          autoComplete="off"
          placeholder={t(hasTime ? 'dates.minute' : 'dates.day')}
          value={typed}
          onChange={(_, text) => onTyped(hasTime ? usualSigns(text) : usualSigns(text).trim())}
        />
      </InputGroupItem>
      <InputGroupItem>
        <Button
          ref={button}
          variant="control"
          aria-label={name}
          aria-haspopup="dialog"
          aria-expanded={calendar.isOpen}
          icon={<RhUiCalendarIcon />}
          onClick={calendar.toggle}
        />
        {calendar.isOpen && (
          <CalendarPopover
            label={name}
            button={button}
            day={typed.slice(0, DAY_LENGTH)}
            onClose={calendar.close}
            onChoose={(day) => {
              onTyped(hasTime ? `${dayOf(day)}${timeIn(typed)}` : dayOf(day));
              calendar.close(button.current);
            }}
          />
        )}
      </InputGroupItem>
    </InputGroup>
  );
}

/** Returns the typed time of day, or the current one, with a leading space. */
function timeIn(typed: string): string {
  return / \d\d:\d\d$/.exec(typed)?.[0] ?? minuteOf(new Date()).slice(DAY_LENGTH);
}

/** The state of the calendar. When it closes, the focus moves to the element given to `close`. */
function useCalendar(button: RefObject<HTMLButtonElement | null>) {
  const [isOpen, setOpen] = useState(false);
  const focusedNext = useRef<Element | null>(null);
  // PatternFly returns the focus to the button even if the user clicked another field.
  useEffect(() => {
    if (!isOpen && focusedNext.current instanceof HTMLElement) focusedNext.current.focus();
  }, [isOpen]);
  const close = (focused: Element | null) => {
    focusedNext.current = focused;
    setOpen(false);
  };
  return { isOpen, close, toggle: () => (isOpen ? close(button.current) : setOpen(true)) };
}
