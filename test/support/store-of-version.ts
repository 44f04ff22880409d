import { readdir, readFile } from 'node:fs/promises'

import { MIGRATIONS } from '../../src/server/store/database/migrate.ts'
import { run } from './run-sql.ts'

/** Makes an empty database the store of an earlier version, whose last migration was `last`. */
export async function makeStoreOfVersion(url: string, last: string): Promise<void> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql') && name <= last).sort()
  if (!names.includes(last)) throw new Error(`there is no migration ${last}`)
  await run(
    url,
    `create schema millrace; set search_path = millrace;
     create table migrations (name text primary key, applied_at timestamptz not null default now())`,
  )
  for (const name of names) {
    await run(url, `set search_path = millrace; ${await readFile(new URL(name, MIGRATIONS), 'utf8')}`)
    await run(url, 'insert into millrace.migrations (name) values ($1)', [name])
  }
}
