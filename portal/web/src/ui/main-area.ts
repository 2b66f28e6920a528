/** The element that has the page, beside the menu. */
export const MAIN_ID = 'main';

/** Moves the focus to the page, for when the element that had it has gone. */
export function focusMain(): void {
  document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
}
