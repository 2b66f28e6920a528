import { useWords } from '../../i18n/words.ts';
import './calendar.css';
import { CalendarMonth, Popover } from '@patternfly/react-core';
import type { RefObject } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { dayOf, isDay } from './typed.ts';

interface CalendarPopoverProps {
  readonly label: string;
  readonly button: RefObject<HTMLButtonElement | null>;
  /** The chosen day; the calendar shows today if it is invalid. */
  readonly day: string;
  /** Receives the element to focus. */
  readonly onClose: (focused: Element | null) => void;
  readonly onChoose: (day: Date) => void;
}

/** A calendar of one month in the console's language, open while mounted. */
export function CalendarPopover({ label, button, day, onClose, onChoose }: CalendarPopoverProps) {
  return (
    <Popover
      className="gpulease-calendar"
      isVisible
      withFocusTrap
      hasNoPadding
      hasAutoWidth
      showClose={false}
      position="bottom-end"
      aria-label={label}
      triggerRef={button}
      // Inside a dialog's focus trap, if there is one.
      appendTo={() => button.current?.closest('[role="dialog"]')?.parentElement ?? document.body}
      elementToFocus=".pf-v6-c-calendar-month__date[tabindex='0']"
      shouldClose={(event) => {
        if (event instanceof KeyboardEvent) {
          // Keeps a surrounding dialog open.
          event.stopPropagation();
          onClose(button.current);
        } else if (!button.current?.contains(event.target as Node)) {
          onClose(document.activeElement);
        }
      }}
      bodyContent={<Calendar day={day} onChoose={onChoose} />}
    />
  );
}

/** The first day of the week, as in `Date.getDay`. */
const firstWeekday = { zh: 1, en: 0 } as const;

function Calendar({ day, onChoose }: Pick<CalendarPopoverProps, 'day' | 'onChoose'>) {
  const { t, format } = useWords();
  const language = useLanguage();
  /** PatternFly names the list of months in English. */
  const nameMonths = (calendar: HTMLDivElement | null) => {
    const name = calendar?.querySelector('.pf-v6-c-calendar-month__header-month > [hidden]');
    if (name) name.textContent = t('dates.month');
  };
  return (
    <div ref={nameMonths}>
      <CalendarMonth
        {...(isDay(day) && { date: new Date(`${day}T00:00`) })}
        locale={language}
        weekStart={firstWeekday[language]}
        prevMonthAriaLabel={t('dates.previousMonth')}
        nextMonthAriaLabel={t('dates.nextMonth')}
        yearInputAriaLabel={t('dates.year')}
        cellAriaLabel={(date) => format.day(dayOf(date))}
        onChange={(_, chosen) => onChoose(chosen)}
      />
    </div>
  );
}
