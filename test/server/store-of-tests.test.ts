import { expect, it } from 'vitest'

import { migrate } from '../../src/server/store/database/migrate.ts'
import { run } from '../support/run-sql.ts'
import { emptyStore, newStore, type Store } from '../support/start-api.ts'

/** Everything in the schema, in words. */
const CONTENT = `
  select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '') as what
    from information_schema.columns where table_schema = 'millrace'
  union all select indexdef from pg_indexes where schemaname = 'millrace'
  union all select polname || polrelid::regclass || polcmd::text || coalesce(pg_get_expr(polqual, polrelid), '') from pg_policy
  union all select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'millrace'::regnamespace
  union all select tgname || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select proname || prosrc from pg_proc where pronamespace = 'millrace'::regnamespace
  union all select relname || relrowsecurity || relforcerowsecurity || coalesce(relacl::text, '') from pg_class
    where relnamespace = 'millrace'::regnamespace
  union all select relname || ' has no row-level security' from pg_class where relnamespace = 'millrace'::regnamespace and oid < 16384
  union all select name || coalesce(works_with, '') from millrace.migrations
  order by what`

/** @returns what the migrations had left to do, and what is there then */
async function migrated({ storeUrl, postgres }: Store) {
  const { applied } = await migrate(storeUrl)
  const content = await run<{ what: string }>(storeUrl, CONTENT)
  await postgres.stop()
  return { applied, content: content.map(({ what }) => what) }
}

it('tests have the store that the migrations make of an empty database', async () => {
  const [given, made] = [await migrated(await newStore()), await migrated(await emptyStore())]
  expect(given.applied).toEqual([])
  expect(given.content).toEqual(made.content)
  expect(made.content.length).toBeGreaterThan(made.applied.length)
})
