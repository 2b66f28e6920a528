/** Tracks whether the user is active on this page. Only then do requests keep the session alive. */

const ACTIVE_MS = 60_000;
/** Opening the page counts as input. */
let lastInput = Date.now();

const noteInput = () => {
  lastInput = Date.now();
};
/** The server has no input events. */
const inputs = typeof window === 'undefined' ? [] : ['pointerdown', 'keydown', 'wheel', 'touchstart'];
for (const type of inputs) addEventListener(type, noteInput, { capture: true, passive: true });

export const isActive = (): boolean => Date.now() - lastInput < ACTIVE_MS;
