import { tearDown } from './teardown.ts';

/** Stops what the global set-up started. Jest asks for a default export. */
export default tearDown;
