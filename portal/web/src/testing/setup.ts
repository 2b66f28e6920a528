import { afterEach, beforeEach } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { configure } from '@testing-library/react';
import { checkConsole, watchConsole } from './console.ts';

// Pages load their code lazily, which can be slow on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

beforeEach(watchConsole);
afterEach(checkConsole);
