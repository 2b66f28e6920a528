/**
 * `make release VERSION=0.2.0`: makes the commit and the tag of a release, of what is committed. It pushes nothing. Plain
 * JavaScript for the Node that is on the machine.
 */
import { fileURLToPath } from 'node:url';
import { makeRelease } from './make-release.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const version = process.env.VERSION ?? '';
try {
  makeRelease({ root, version, today: new Date().toISOString().slice(0, 10) });
  console.log(
    `v${version} is committed and tagged. Review it (git show v${version}), publish it (git push --follow-tags), and build it ` +
      '(make images chart).',
  );
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
