import { afterEach, beforeEach } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/react';
import { checkConsole, watchConsole } from './console.ts';

// Pages load their code on the way; a busy machine may take its time over that.
configure({ asyncUtilTimeout: 15_000 });

beforeEach(watchConsole);
afterEach(checkConsole);
