/** Whether a person is active on this page: only then do requests keep a session from ending for lack of activity. */

const ACTIVE_MS = 60_000;
/** Opening the page is somebody's doing too. */
let lastInput = Date.now();

const noteInput = () => {
  lastInput = Date.now();
};
/** Where pages are rendered on the server there are none. */
const inputs = typeof window === 'undefined' ? [] : ['pointerdown', 'keydown', 'wheel', 'touchstart'];
for (const type of inputs) addEventListener(type, noteInput, { capture: true, passive: true });

/** Whether there was any input within the last minute. */
export function isActive(): boolean {
  return Date.now() - lastInput < ACTIVE_MS;
}
