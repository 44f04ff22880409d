import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mirrorReadiness } from '../../src/engine/connectors/postgres/changes/mirror-readiness.ts'
import { openPostgresChangeSource } from '../../src/engine/connectors/postgres/changes/postgres-change-source.ts'
import { openSession } from '../../src/engine/connectors/postgres/session/open-session.ts'
import { databaseCredentials } from '../../src/engine/connectors/sql/database-credentials.ts'
import { majorOf } from '../support/postgres/postgres-binaries.ts'
import { startPgbouncer } from '../support/postgres/start-pgbouncer.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { contextWith, type Database, endpointOf, run } from './move-between.ts'

const ask = async (database: Database, ...entities: string[]) => {
  const session = await openSession(databaseCredentials(endpointOf(database), 'dbname'), contextWith())
  const readiness = await mirrorReadiness(session, { slot: 'slot' }, entities)
  await session.close()
  return readiness
}

describe('a server that writes no rows into its log', () => {
  let source: Database
  givenTwoDatabases((ends) => {
    source = ends.source
  })

  it('is told what to set', async () => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)')
    const { hindrances } = await ask(source, 'public.t')
    expect(hindrances.map(({ statement }) => statement)).toEqual([
      `ALTER SYSTEM SET wal_level = 'logical';`,
      'ALTER SYSTEM SET max_wal_senders = 20;',
    ])
  })
})

describe('a server whose log has rows', () => {
  let server: RunningPostgres
  let source: Database
  givenTwoDatabases(
    (ends) => {
      ;({ server, source } = ends)
    },
    { settings: { wal_level: 'logical', max_wal_senders: '10' } },
  )

  it('does not let a table follow from which others inherit', async () => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'CREATE TABLE c () INHERITS (t)')
    const { hindrances } = await ask(source, 'public.t')
    expect(hindrances.map(({ entity, reason }) => [entity, inEnglish(reason)])).toEqual([
      ['public.t', expect.stringContaining('inherit from public.t')],
    ])
  })

  it('is ready, with the key by which the log names rows', async () => {
    await run(
      source,
      'CREATE TABLE t (b int, a int, twice int GENERATED ALWAYS AS (a * 2) STORED, note text, PRIMARY KEY (a, b) INCLUDE (note))',
      'CREATE TABLE i (id int PRIMARY KEY, code text NOT NULL UNIQUE)',
      'ALTER TABLE i REPLICA IDENTITY USING INDEX i_code_key',
      'CREATE TABLE k (a int)',
      'ALTER TABLE k REPLICA IDENTITY FULL',
    )
    expect(await ask(source, 'public.t', 'public.i', 'public.k')).toEqual({
      hindrances: [],
      tables: [
        { entity: 'public.t', columns: ['b', 'a', 'note'], key: ['a', 'b'], computed: ['twice'] },
        { entity: 'public.i', columns: ['id', 'code'], key: ['code'], computed: [] },
        { entity: 'public.k', columns: ['a'], key: [], computed: [] },
      ],
    })
  })

  it('names what keeps each table back, with the statement that mends it', async () => {
    await run(
      source,
      'CREATE TABLE k (a int)',
      'CREATE UNLOGGED TABLE u (a int PRIMARY KEY)',
      'CREATE TABLE p (a int PRIMARY KEY) PARTITION BY RANGE (a)',
      'CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (9)',
      'CREATE VIEW v AS SELECT 1 AS a',
      'CREATE TABLE x (a int PRIMARY KEY, d xml)',
      'CREATE TABLE d (a int PRIMARY KEY DEFERRABLE)',
    )
    const { hindrances } = await ask(
      source,
      ...['k', 'u', 'p', 'p1', 'v', 'x', 'd', 'gone'].map((name) => `public.${name}`),
    )
    expect(hindrances.map(({ entity, statement }) => [entity, statement])).toEqual([
      ['public.k', 'ALTER TABLE "public"."k" REPLICA IDENTITY FULL;'],
      ['public.u', 'ALTER TABLE "public"."u" SET LOGGED;'],
      ['public.p1', undefined],
      ['public.v', undefined],
      ['public.x', 'ALTER TABLE "public"."x" ALTER "d" TYPE text;'],
      ['public.d', 'ALTER TABLE "public"."d" REPLICA IDENTITY FULL;'],
      ['public.gone', undefined],
    ])
  })

  it('refuses a publication of its name that leaves out rows', async () => {
    // Filters came with version 15.
    const left = (await majorOf()) < 15 ? `WITH (publish = 'insert')` : 'WHERE (id > 3)'
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', `CREATE PUBLICATION slot FOR TABLE t ${left}`)
    expect((await ask(source, 'public.t')).hindrances.map(({ statement }) => statement)).toEqual([
      'DROP PUBLICATION slot;',
    ])
    await run(source, 'DROP PUBLICATION slot', 'CREATE PUBLICATION slot FOR ALL TABLES')
    expect((await ask(source, 'public.t')).hindrances).toHaveLength(1)
  })

  it('refuses a pooler, which passes on ordinary sessions only', async () => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)')
    const pooler = await startPgbouncer(server, { mode: 'session', sessions: 5 })
    const at = { ...source, host: pooler.host, port: pooler.port }
    for (const [database, count] of [
      [source, 0],
      [at, 1],
    ] as const) {
      const log = await openPostgresChangeSource(endpointOf(database), contextWith(), {
        name: 'slot',
        tables: new Map(),
      })
      expect((await log.readiness(['public.t'])).hindrances).toHaveLength(count)
      await log.close()
    }
    await pooler.stop()
  })

  it('tells an account without rights what it needs', async () => {
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY)',
      `CREATE ROLE "r 1" LOGIN PASSWORD 'pw'`,
      'GRANT SELECT ON t TO "r 1"',
    )
    const { hindrances } = await ask({ ...source, user: 'r 1', password: 'pw' }, 'public.t')
    expect(hindrances.map(({ statement }) => statement)).toEqual([
      'ALTER ROLE "r 1" WITH REPLICATION;',
      `GRANT CREATE ON DATABASE ${source.database} TO "r 1";`,
      `GRANT ${source.user} TO "r 1";`,
    ])
  })
})
