import { describe, expect, it } from 'vitest'
import type { MysqlSession } from '../../src/engine/connectors/mysql/driver/mysql-session.ts'
import { openSession } from '../../src/engine/connectors/mysql/session/open-session.ts'
import { beginSnapshot } from '../../src/engine/connectors/mysql/source/begin-snapshot.ts'
import { shareSnapshot } from '../../src/engine/connectors/mysql/source/share-snapshot.ts'
import { databaseCredentials } from '../../src/engine/connectors/sql/database-credentials.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { connectMysql, type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { givenMysql } from './given-mysql.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { contextWith } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

const names = Array.from({ length: 12 }, (_, n) => `t${n}`)
const COUNTS = `SELECT ${names.map((name) => `(SELECT COUNT(*) FROM ${name}) AS ${name}`).join(', ')}`

/** Each transaction writes all tables, in an order of its own. @returns the codes of the errors that any of them got, and how many were committed */
async function startWriters(from: MysqlDatabase, count: number, tables: readonly string[] = names) {
  let isOver = false
  let committed = 0
  const errors: string[] = []
  const writers = Array.from({ length: count }, async (_, writer) => {
    const client = await connectMysql(from)
    for (let n = writer; !isOver; n += 5) {
      const order = tables.map((_, at) => tables[(at * 5 + n) % tables.length])
      try {
        await client.query('BEGIN')
        for (const table of order) await client.query(`INSERT INTO ${table} VALUES (${writer})`)
        await client.query('COMMIT')
        committed += 1
      } catch (error) {
        errors.push((error as { code: string }).code)
        await client.query('ROLLBACK')
      }
    }
    await client.end()
  })
  return async () => {
    isOver = true
    await Promise.all(writers)
    return { errors, committed }
  }
}

/** Shares a snapshot of tables among three sessions again and again. @returns what each session of each round counts in all tables */
async function shareAgainAndAgain(from: MysqlDatabase, tables: readonly string[], rounds: number, login = {}) {
  const open = () => openSession(databaseCredentials(mysqlEndpoint(from, login), 'database'), 'read', contextWith())
  const counted = []
  for (let round = 0; round < rounds; round++) {
    const keeper = await open()
    await beginSnapshot(keeper)
    const asked = tables.map((name) => ({ database: from.database, name }))
    const sessions = [keeper, ...(await shareSnapshot(keeper, asked, { count: 2, open }))]
    counted.push(await Promise.all(sessions.map((session: MysqlSession) => session.query(COUNTS))))
    await Promise.all(sessions.map((session) => session.close()))
  }
  return counted
}

/** Each transaction is seen in all tables or in none, and by all sessions or by none. */
function expectOneMoment(counted: Awaited<ReturnType<typeof shareAgainAndAgain>>) {
  for (const sessions of counted)
    expect(new Set(sessions.flatMap(([row]) => Object.values(row ?? {}))).size, JSON.stringify(sessions)).toBe(1)
}

const makeTables = (from: MysqlDatabase) => runMysql(from, ...names.map((name) => `CREATE TABLE ${name} (n int)`))

const TIMES = TRIES_ALL ? 20 : 8

describe.each([
  { server: 'with a log of its transactions', settings: ROW_LOG, hasLog: true },
  { server: 'without one', settings: isMysql ? { 'disable-log-bin': '1' } : {}, hasLog: false },
])('a source $server', ({ settings, hasLog }) => {
  let from: MysqlDatabase
  givenMysql(
    (ends) => {
      from = ends.from
    },
    { settings },
  )

  it('has none of its transactions fail while copies of twelve tables begin, which each see one moment', async () => {
    await makeTables(from)
    const stopWriters = await startWriters(from, 10)
    const counted = await shareAgainAndAgain(from, names, TIMES)
    const { errors, committed } = await stopWriters()
    expect(errors).toEqual([])
    expect(committed).toBeGreaterThan(TIMES)
    expectOneMoment(counted)
    if (hasLog) expect(counted.filter((sessions) => sessions.length === 3).length).toBeGreaterThan(TIMES / 2)
  })

  it('nor while copies of one table begin', async () => {
    await makeTables(from)
    const stopWriters = await startWriters(from, 5)
    const counted = await shareAgainAndAgain(from, ['t3'], 10)
    expect((await stopWriters()).errors).toEqual([])
    for (const sessions of counted) expect(new Set(sessions.map(([row]) => row?.['t3'])).size).toBe(1)
    // A lock on one table says nothing of the others.
    if (hasLog) expectOneMoment(counted)
  })

  it('is read by three sessions when nobody writes, and of MySQL only with a log if there are several tables', async () => {
    await makeTables(from)
    const counted = await shareAgainAndAgain(from, names, 1)
    expect(counted[0]?.length).toBe(isMysql && !hasLog ? 1 : 3)
  })
})

describe('a log that does not have everything is not relied on:', () => {
  const { 'log-bin': _, ...quiet } = ROW_LOG
  let from: MysqlDatabase
  givenMysql(
    (ends) => {
      from = ends.from
    },
    { settings: { ...quiet, 'log-bin': 'log', 'binlog-ignore-db': 'elsewhere' } },
  )

  it('each session of a copy still sees the same', async () => {
    await makeTables(from)
    const stopWriters = await startWriters(from, 3)
    const counted = await shareAgainAndAgain(from, names, 5)
    expect((await stopWriters()).errors).toEqual([])
    expectOneMoment(counted)
  })

  it('an account that may neither see what the log leaves out nor lock tables reads with one session', async () => {
    await makeTables(from)
    await runMysql(
      from,
      `CREATE USER IF NOT EXISTS looker@'%' IDENTIFIED BY 'l'`,
      `GRANT SELECT ON ${from.database}.* TO looker@'%'`,
    )
    const counted = await shareAgainAndAgain(from, names, 1, { user: 'looker', password: 'l' })
    expect(counted[0]?.length).toBe(1)
  })
})
