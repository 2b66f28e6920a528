/** Whether a person is active on this page: only then do requests keep a session from ending for lack of activity. */

const ACTIVE_MS = 60_000;
/** Opening the page is somebody's doing too. */
let lastInput = Date.now();

const noteInput = () => {
  lastInput = Date.now();
};
for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
  addEventListener(type, noteInput, { capture: true, passive: true });

/** Whether there was any input within the last minute. */
export function isActive(): boolean {
  return Date.now() - lastInput < ACTIVE_MS;
}
