import { tearDown } from './teardown.ts';

/** Stops the servers of the global setup. Jest requires a default export. */
export default tearDown;
