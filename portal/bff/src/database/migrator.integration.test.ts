import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usePostgres, type TestDatabase } from '@gpulease/local/testing';
import pg from 'pg';
import { migrate, readMigrations } from './migrator.ts';

let postgres: TestDatabase;
let application: pg.Client;
beforeAll(async () => {
  postgres = await usePostgres();
  application = new pg.Client({ connectionString: postgres.url });
  await application.connect();
});
afterAll(async () => {
  await application.end();
  await postgres.drop();
});

describe('migrations', () => {
  it('run once, also when several processes start at once', async () => {
    const { ownerUrl } = postgres;
    const runs = await Promise.all([migrate({ ownerUrl }), migrate({ ownerUrl }), migrate({ ownerUrl })]);
    const names = (await readMigrations()).map(({ name }) => name);
    expect(runs.flat().sort()).toEqual(names);
    expect(await migrate({ ownerUrl })).toEqual([]);
  });

  it('are refused when they changed after they ran', async () => {
    const [first, ...rest] = await readMigrations();
    const migrations = [{ name: first!.name, sql: `${first!.sql}\n-- changed` }, ...rest];
    await expect(migrate({ ownerUrl: postgres.ownerUrl, migrations })).rejects.toThrow(
      /was changed after it was applied/,
    );
  });

  it('leave nothing behind if one fails', async () => {
    const broken = { name: '9999-broken.sql', sql: 'CREATE TABLE half (id int); SELECT nonsense;' };
    const migrations = [...(await readMigrations()), broken];
    await expect(migrate({ ownerUrl: postgres.ownerUrl, migrations })).rejects.toThrow(
      /9999-broken.sql failed/,
    );
    await expect(application.query('SELECT FROM half')).rejects.toThrow(/does not exist/);
  });
});

describe('a database from before the baseline', () => {
  /** As many as there were, in their order. */
  const replaced = [...Array(52).keys()]
    .map((n) => `00${n + 10}-replaced.sql`)
    .concat('0116-search-lists.sql');

  it('is refused when it has not all of the migrations that the baseline replaced', async () => {
    await noteInsteadOfBaseline(replaced.slice(0, 40));
    const before = await noted();
    await expect(migrate({ ownerUrl: postgres.ownerUrl })).rejects.toThrow(
      'Install commit 952e33f over it first (helm upgrade, or make demo), which migrates it, and then this version.',
    );
    expect(await noted()).toEqual(before);
  });

  it('is taken over once when it has all of them', async () => {
    await noteInsteadOfBaseline(replaced);
    const before = await noted();
    expect(await migrate({ ownerUrl: postgres.ownerUrl })).toEqual([]);
    expect(await noted()).toEqual(['0001-baseline.sql', ...before]);
    expect(await migrate({ ownerUrl: postgres.ownerUrl })).toEqual([]);
  });

  async function noteInsteadOfBaseline(names: readonly string[]): Promise<void> {
    const owner = new pg.Client({ connectionString: postgres.ownerUrl });
    await owner.connect();
    await owner.query(`DELETE FROM migration WHERE name <= '0116-search-lists.sql'`);
    await owner.query(`INSERT INTO migration (name, checksum) SELECT unnest($1::text[]), ''`, [names]);
    await owner.end();
  }

  async function noted(): Promise<string[]> {
    const { rows } = await application.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
    return rows.map(({ name }) => name);
  }
});

describe("the application's role", () => {
  it('may change rows but not the schema', async () => {
    await expect(application.query('CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/);
    await expect(application.query('DROP TABLE session')).rejects.toThrow(/must be owner/);
    await expect(application.query('ALTER TABLE session ADD x int')).rejects.toThrow(/must be owner/);
  });

  it('adds to the audit, and neither it nor the owner changes or removes what is there', async () => {
    await application.query(
      `INSERT INTO audit_entry (at, action, outcome) VALUES (now(), 'LOGIN', 'SUCCESS')`,
    );
    const owner = new pg.Client({ connectionString: postgres.ownerUrl });
    await owner.connect();
    for (const statement of [
      'UPDATE audit_entry SET actor = $$x$$',
      'DELETE FROM audit_entry',
      'TRUNCATE audit_entry',
    ]) {
      await expect(application.query(statement)).rejects.toThrow(/permission denied/);
      await expect(owner.query(statement)).rejects.toThrow(/never changed or removed/);
    }
    await owner.end();
  });
});
