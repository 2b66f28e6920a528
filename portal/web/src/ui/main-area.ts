/** The element that contains the page, beside the menu. */
export const MAIN_ID = 'main';

/** Moves the focus to the page when the element that had it is gone. */
export function focusMain(): void {
  document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
}
