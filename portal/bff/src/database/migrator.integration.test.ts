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
  it('run once even when several processes start them concurrently', async () => {
    const { ownerUrl } = postgres;
    const runs = await Promise.all([migrate({ ownerUrl }), migrate({ ownerUrl }), migrate({ ownerUrl })]);
    const names = (await readMigrations()).map(({ name }) => name);
    expect(runs.flat().sort()).toEqual(names);
    expect(await migrate({ ownerUrl })).toEqual([]);
  });

  it('are refused if they changed after they were applied', async () => {
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

  it('refuse a database from before 0.1.0 and name the version to install first', async () => {
    const older = await usePostgres();
    await migrate({ ownerUrl: older.ownerUrl });
    const owner = new pg.Client({ connectionString: older.ownerUrl });
    await owner.connect();
    await owner.query(`UPDATE migration SET name = '0116-search-lists.sql' WHERE name = '0001-baseline.sql'`);
    await owner.end();
    await expect(migrate({ ownerUrl: older.ownerUrl })).rejects.toThrow('Install 0.1.0 over it first');
    await older.drop();
  });
});

describe("the application's role", () => {
  it('may change rows but not the schema', async () => {
    await expect(application.query('CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/);
    await expect(application.query('DROP TABLE session')).rejects.toThrow(/must be owner/);
    await expect(application.query('ALTER TABLE session ADD x int')).rejects.toThrow(/must be owner/);
  });

  it('adds audit entries, which neither it nor the owner can change or remove', async () => {
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
