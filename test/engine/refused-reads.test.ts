import { beforeAll, describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { copyMends } from '../../src/core/mends/copy-mends.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { findRefusals } from '../../src/server/domain/connections/find-refusals.ts'
import type { OpenedConnection } from '../../src/server/domain/connections/open-endpoint.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { givenMysql } from './given-mysql.ts'
import { contextWith, type Database, endpointOf, freshDatabase, moveBetween, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

interface Asked {
  readonly entity: string
  readonly columns?: readonly string[]
}

/** What is refused of these, and the text that grants it. */
async function refusedOf(opened: OpenedConnection, type: 'postgres' | 'mysql', tables: readonly Asked[]) {
  const found = await findRefusals(
    opened,
    tables.map(({ entity, columns = [] }) => ({ entity, columns })),
    contextWith(),
  )
  return found.map(({ entity, columns, problem: { code, message, refused }, account = '' }) => {
    const error = { code, message: inEnglish(message), account, ...(refused && { refused }) }
    const stream = { entity, target: entity }
    const [mend] = copyMends({ error, at: 'source', stream, source: { type, config: {} }, entities: [] })
    return { entity, columns, grant: mend?.kind === 'copy' ? mend.text : undefined }
  })
}

const join = (stream: string, other: string): Step => ({
  id: 'j',
  type: 'join',
  settings: { stream, rows: 'all', on: [{ column: 'id', other }], columns: [] },
})

describe('what an account may not read is told from what is gone,', () => {
  describe('in Postgres', () => {
    let server: RunningPostgres
    let source: Database
    let opened: OpenedConnection
    const user = `reader_${process.pid}`

    beforeAll(async () => {
      server = await startPostgres()
      source = await freshDatabase(server)
      await run(
        source,
        `CREATE ROLE ${user} LOGIN PASSWORD 'r'`,
        'CREATE SCHEMA sales',
        'CREATE SCHEMA closed',
        'CREATE TABLE sales.orders (id int)',
        'CREATE TABLE sales.people (id int, email text, "Of Birth" date)',
        'CREATE TABLE closed.deals (id int)',
        `GRANT USAGE ON SCHEMA sales TO ${user}`,
        `GRANT SELECT (id) ON sales.people TO ${user}`,
        `GRANT SELECT ON closed.deals TO ${user}`,
      )
      opened = { connector: postgresConnector, endpoint: endpointOf({ ...source, user, password: 'r' }) }
      return () => server.stop()
    })

    it('for tables, columns and schemas, and the text to copy grants it', async () => {
      const asked: readonly Asked[] = [
        { entity: 'sales.orders' },
        { entity: 'sales.people', columns: ['email', 'Of Birth', 'never'] },
        { entity: 'closed.deals' },
        { entity: 'sales.gone' },
        { entity: 'gone.orders' },
        { entity: 'sales.people', columns: ['never'] },
      ]
      const found = await refusedOf(opened, 'postgres', asked)
      expect(found.map(({ entity, columns }) => [entity, ...columns])).toEqual([
        ['sales.orders'],
        ['sales.people', 'email', 'Of Birth'],
        ['closed.deals'],
      ])
      await run(source, ...found.map(({ grant = '' }) => grant))
      expect(await refusedOf(opened, 'postgres', asked)).toEqual([])
    })
  })

  describe('in MySQL', () => {
    let ends: Parameters<Parameters<typeof givenMysql>[0]>[0]
    givenMysql((given) => {
      ends = given
    })

    it('for tables and columns, in a run, in its steps, and the text to copy grants it', async () => {
      const { server, from, to } = ends
      const user = `r_${from.database}`
      const name = (table: string) => `${from.database}.${table}`
      await runMysql(
        from,
        'CREATE TABLE open (id int PRIMARY KEY)',
        'CREATE TABLE orders (id int PRIMARY KEY)',
        'CREATE TABLE people (id int PRIMARY KEY, email text)',
      )
      await runMysql(
        server,
        `CREATE USER '${user}'@'%' IDENTIFIED BY 'r'`,
        `GRANT SELECT ON ${name('open')} TO '${user}'@'%'`,
        `GRANT SELECT (id) ON ${name('people')} TO '${user}'@'%'`,
      )
      const endpoint = mysqlEndpoint(from, { user, password: 'r' })
      const opened = { connector: mysqlConnector, endpoint }
      const asked: readonly Asked[] = [
        { entity: name('orders') },
        { entity: name('people'), columns: ['email', 'never'] },
        { entity: name('open'), columns: ['never'] },
      ]
      const found = await refusedOf(opened, 'mysql', asked)
      expect(found.map(({ entity, columns }) => [entity, ...columns])).toEqual([
        [name('orders')],
        // An account with rights to single columns is not told which others exist.
        [name('people'), 'email', 'never'],
      ])

      const stream = (entity: string, more: object = {}) => ({
        ...{ entity, target: `${to.database}.t`, mode: 'replace' as const, ...more },
      })
      const errorOf = async (streams: Parameters<typeof moveAcross>[2], steps: readonly Step[] = []) =>
        (await moveAcross(endpoint, mysqlEndpoint(to), streams, { transformations: { steps, salt: '' } })).streams[0]
          ?.error
      const refused = { code: 'PERMISSION_MISSING' }
      expect(await errorOf([stream(name('orders'))])).toMatchObject(refused)
      expect(await errorOf([stream(name('people'), { columns: ['id', 'email'] })])).toMatchObject(refused)
      for (const step of [join(name('orders'), 'id'), join(name('people'), 'email')])
        expect(await errorOf([stream(name('open'))], [step])).toMatchObject({ ...refused, node: 'j' })

      await runMysql(
        server,
        ...found.flatMap(({ grant = '' }) => grant.split('\n').filter((line) => /^GRANT/.test(line))),
      )
      expect(await refusedOf(opened, 'mysql', asked)).toEqual([])
      expect(await refusedOf(opened, 'mysql', [{ entity: name('gone') }])).toEqual([])
      expect(await errorOf([stream(name('gone'))])).toMatchObject({
        code: 'ENTITY_NOT_FOUND',
        message: { template: 'The source has no {0}.' },
      })
    })
  })

  it('also in a run of Postgres, whose columns another right hides', async () => {
    const server = await startPostgres()
    const source = await freshDatabase(server)
    const user = `some_${process.pid}`
    await run(
      source,
      `CREATE ROLE ${user} LOGIN PASSWORD 'r'`,
      'CREATE TABLE people (id int PRIMARY KEY, email text)',
      `GRANT SELECT (id) ON people TO ${user}`,
    )
    const result = await moveBetween(endpointOf({ ...source, user, password: 'r' }), await freshDatabase(server), [
      { entity: 'public.people', target: 'public.people', mode: 'replace', columns: ['id', 'email'] },
    ])
    expect(result.streams).toMatchObject([{ error: { code: 'PERMISSION_MISSING' } }])
    await server.stop()
  })
})
