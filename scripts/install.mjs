/** `make install`: installs the packages of the lockfile unless they are there. Runs on the Node of the machine. */
import { installPackages } from './packages.mjs';

process.exit(installPackages() ? 0 : 1);
