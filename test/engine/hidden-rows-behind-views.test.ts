import { expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { contextWith, type Database, endpointOf, run } from './move-between.ts'

let source: Database

givenTwoDatabases((ends) => {
  ;({ source } = ends)
})

/** What a run says about rows that a policy may hide, by relation. */
async function hidden(account: Partial<Database>, names: readonly string[]) {
  const opened = await postgresConnector.openSource?.(endpointOf({ ...source, ...account }), contextWith())
  try {
    const entities = (await opened?.entities(names.map((name) => `public.${name}`))) ?? []
    return Object.fromEntries(
      entities.map(({ name, warning }) => [name.replace(/^.*\./, ''), warning && inEnglish(warning)]),
    )
  } finally {
    await opened?.close()
  }
}

it('a view says which of its tables may hide rows: from its owner, or from whoever asks it', async () => {
  const account = { user: `reader_${process.pid}`, password: 'reader' }
  const owner = `owner_${process.pid}`
  const [{ server_version_num: version } = {}] = await run(source, 'SHOW server_version_num')
  const invokes = Number(version) >= 150_000
  await run(
    source,
    `CREATE ROLE ${account.user} LOGIN PASSWORD '${account.password}'`,
    `CREATE ROLE ${owner}`,
    `GRANT CREATE, USAGE ON SCHEMA public TO ${owner}`,
    'CREATE TABLE open (id int)',
    'CREATE TABLE closed (id int)',
    'CREATE TABLE forced (id int)',
    'ALTER TABLE closed ENABLE ROW LEVEL SECURITY',
    'ALTER TABLE forced ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY',
    `ALTER TABLE forced OWNER TO ${owner}`,
    `GRANT SELECT ON open, closed, forced TO ${owner}`,
    'CREATE VIEW by_superuser AS SELECT id FROM closed',
    'CREATE VIEW by_another AS SELECT id FROM closed',
    'CREATE VIEW by_owner AS SELECT id FROM forced UNION ALL SELECT id FROM open',
    'CREATE VIEW further AS SELECT id FROM by_another',
    'CREATE MATERIALIZED VIEW kept AS SELECT id FROM closed',
    `ALTER VIEW by_another OWNER TO ${owner}`,
    `ALTER VIEW by_owner OWNER TO ${owner}`,
    `ALTER MATERIALIZED VIEW kept OWNER TO ${owner}`,
    `CREATE VIEW by_whoever ${invokes ? 'WITH (security_invoker = on)' : ''} AS SELECT id FROM closed`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${account.user}`,
  )
  const said = (table: string) =>
    `Row security may hide rows of tables that this view reads: ${table}. Only what the view shows is moved.`
  const views = ['by_superuser', 'by_another', 'by_owner', 'further', 'kept', 'by_whoever']
  expect(await hidden(account, ['open', 'closed', ...views])).toEqual({
    open: undefined,
    closed: 'Row security may hide rows of this table from the account; only what it sees is moved.',
    by_superuser: undefined,
    by_another: said('public.closed'),
    by_owner: said('public.forced'),
    further: said('public.closed'),
    kept: said('public.closed'),
    by_whoever: invokes ? said('public.closed') : undefined,
  })
  expect(await hidden({}, ['closed', 'by_whoever'])).toEqual({ closed: undefined, by_whoever: undefined })
})
