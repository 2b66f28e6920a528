/** `make install`: installs the packages of the lockfile if they are missing. Runs on the system's Node. */
import { installPackages } from './packages.mjs';

process.exit(installPackages() ? 0 : 1);
