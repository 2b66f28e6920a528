/** The id of the element that contains the page, beside the menu. */
export const MAIN_ID = 'main';

export function focusMain(): void {
  document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
}
