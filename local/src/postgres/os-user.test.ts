import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findUser, isReachableByOthers, makeOpenFolder } from './os-user.ts';

const passwd =
  'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\npostgres:x:101:104::/:/bin/sh\n';

describe('the user that PostgreSQL runs as', () => {
  it.each([
    ['is the preferred one', ['postgres', 'nobody'], { uid: 101, gid: 104 }],
    ['is the next one if the preferred one is missing', ['pgsql', 'nobody'], { uid: 65534, gid: 65534 }],
    ['is undefined if all are missing', ['pgsql'], undefined],
  ])('%s', (_, names, expected) => {
    expect(findUser(passwd, names)).toEqual(expected);
  });
});

describe('a folder is reachable by other users', () => {
  const modes: Record<string, number> = { '/': 0o755, '/root': 0o700, '/srv': 0o755, '/srv/demo': 0o711 };
  it.each([
    ['through folders open to all', '/srv/demo', true],
    ['but not below a private folder', '/root/demo', false],
    ['even if its last part does not exist yet', '/srv/demo/new', true],
  ])('%s', (_, path, expected) => {
    expect(isReachableByOthers(path, (folder) => modes[folder])).toBe(expected);
  });
});

describe('a folder created for other users', () => {
  let [scratch, umask] = ['', 0];
  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), 'gpulease-folder-'));
    umask = process.umask(0o077);
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(scratch, { recursive: true });
  });

  it('is accessible despite the umask, and existing files are unchanged', () => {
    makeOpenFolder(join(scratch, 'a/b'));
    expect(isReachableByOthers(join(scratch, 'a/b'))).toBe(false);
    const reachable = ['a', 'a/b'].map((folder) => statSync(join(scratch, folder)).mode & 0o777);
    expect(reachable).toEqual([0o755, 0o755]);
  });
});
