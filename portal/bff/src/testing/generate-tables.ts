/** Prints the types of a database's tables, or writes those of the migrations; run by `npm run generate`. */
import { startOwnPostgres } from '@gpulease/local/testing';
import { writeFile } from 'node:fs/promises';
import { createDatabase, createPool } from '../database/database.ts';
import { migrate } from '../database/migrator.ts';
import { tablesFile, tableTypes } from './table-types.ts';

const [, , url] = process.argv;
if (url) process.stdout.write(await typesOf(url));
else await writeFile(tablesFile, await typesOfMigrations());

async function typesOfMigrations(): Promise<string> {
  const postgres = await startOwnPostgres();
  try {
    await migrate(postgres);
    return await typesOf(postgres.ownerUrl);
  } finally {
    await postgres.stop();
  }
}

async function typesOf(databaseUrl: string): Promise<string> {
  const database = createDatabase(createPool(databaseUrl, 1));
  try {
    return await tableTypes(database);
  } finally {
    await database.destroy();
  }
}
