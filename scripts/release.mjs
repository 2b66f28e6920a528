/**
 * `make release VERSION=0.2.0`: creates the commit and tag of a release from the committed files. Pushes nothing. Plain
 * JavaScript, because it runs on the system's Node.
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
