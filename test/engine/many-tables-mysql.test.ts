import { setTimeout as sleep } from 'node:timers/promises'

import { createConnection } from 'mysql2/promise'
import { beforeEach, describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { openSession } from '../../src/engine/connectors/mysql/session/open-session.ts'
import { shareSnapshot } from '../../src/engine/connectors/mysql/source/share-snapshot.ts'
import { surveyTargets } from '../../src/engine/connectors/mysql/target/survey-targets.ts'
import { databaseCredentials } from '../../src/engine/connectors/sql/database-credentials.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { firstOf } from '../support/samples.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { contextWith, type Database, endpointOf, nextFence, run, statuses } from './move-between.ts'
import { bookkeepingTables, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase
let source: Database
let destination: Database

// Of MySQL, which cannot try a lock without waiting for it, several sessions read many tables only with global ids.
givenBothSystems(
  (ends) => {
    ;({ source, destination, from, to } = ends)
  },
  { mariadb: { settings: isMysql ? ROW_LOG : {} } },
)

const TABLES = 24
const names = Array.from({ length: TABLES }, (_, n) => `t${n}`)
const making = names.flatMap((name) => [
  `CREATE TABLE ${name} (id int PRIMARY KEY, v varchar(50))`,
  `INSERT INTO ${name} VALUES (1, '${name}')`,
])
const ALL = names.map((name) => `SELECT v FROM ${name}`).join(' UNION ALL ')

/** Sessions of Millrace in a database, as its server lists them. */
const sessionsIn = async ({ database, ...server }: MysqlDatabase): Promise<number> => {
  const [row] = await runMysql(
    { ...server, database: 'mysql' },
    `SELECT COUNT(*) AS n FROM information_schema.PROCESSLIST WHERE DB = '${database}'`,
  )
  return Number(row?.['n'])
}

/** Moves everything. @returns also how many tables were under way at once at most */
async function moveAll(ends: { readonly from: Endpoint; readonly to: Endpoint }, onProgress = () => {}) {
  const running = new Set<string>()
  let most = 0
  const result = await moveAcross(ends.from, ends.to, [], {
    onEvent: (event) => {
      if (event.kind !== 'progress') return
      if (event.stream.status === 'running') running.add(event.stream.entity)
      else running.delete(event.stream.entity)
      most = Math.max(most, running.size)
      onProgress()
    },
  })
  return { result, most }
}

const PAIRS = [
  { pair: 'Postgres to MySQL', isMysql: [false, true] },
  { pair: 'MySQL to Postgres', isMysql: [true, false] },
  // Its ends are those of the others.
  { pair: 'MySQL to MySQL', isMysql: [true, true] },
]
describe.each(firstOf(PAIRS, 2))('many small tables from $pair', ({ isMysql: [isFromMysql, isToMysql] }) => {
  const ends = () => ({
    from: isFromMysql ? mysqlEndpoint(from) : endpointOf(source),
    to: isToMysql ? mysqlEndpoint(to) : endpointOf(destination),
  })
  const atSource = (...statements: readonly string[]) =>
    isFromMysql ? runMysql(from, ...statements) : run(source, ...statements)
  const inTarget = (...statements: readonly string[]) =>
    isToMysql ? runMysql(to, ...statements) : run(destination, ...statements)
  const found = async () => (await inTarget(ALL)).map(({ v }) => v)

  beforeEach(async () => {
    await atSource(...making)
  })

  it('all come, into an empty database and again, three at once', async () => {
    const first = await moveAll(ends())
    expect(new Set(statuses(first.result))).toEqual(new Set(['succeeded']))
    expect(await found()).toEqual(names)
    await inTarget(`UPDATE t7 SET v = 'old'`, 'DROP TABLE t8')
    const again = await moveAll(ends())
    expect(again.result.streams.map(({ check }) => check?.state)).toEqual(names.map(() => 'verified'))
    expect(await found()).toEqual(names)
    expect([first.most, again.most]).toEqual([3, 3])
    if (isToMysql) expect(await bookkeepingTables(to)).toEqual([])
  })

  it('all others come when some cannot', async () => {
    await moveAll(ends())
    await inTarget('DROP TABLE t3', 'CREATE TABLE t3 (id int PRIMARY KEY, v int)')
    await inTarget('DROP TABLE t5', 'CREATE VIEW t5 AS SELECT 1 AS id')
    await atSource(`INSERT INTO t4 VALUES (2, 'x'), (3, 'x')`)
    await inTarget('DROP TABLE t4', `CREATE TABLE t4 (id int PRIMARY KEY, v varchar(50) UNIQUE)`)
    const { result } = await moveAll(ends())
    const failed = result.streams.filter(({ status }) => status !== 'succeeded')
    expect(failed.map(({ entity, error }) => [entity.split('.')[1], error?.code])).toEqual([
      ['t3', 'TARGET_MISMATCH'],
      ['t4', 'CONSTRAINT'],
      ['t5', 'TARGET_MISMATCH'],
    ])
  })

  it('stop within five seconds when they are cancelled, and leave no session and no table of ours', async () => {
    const stop = new AbortController()
    let at = 0
    const { streams } = await moveAcross(ends().from, ends().to, [], {
      context: contextWith(stop.signal),
      onEvent: (event) => {
        if (event.kind !== 'progress' || event.stream.status !== 'succeeded' || stop.signal.aborted) return
        at = performance.now()
        stop.abort()
      },
    })
    expect(performance.now() - at).toBeLessThan(5_000)
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set(['succeeded', 'cancelled']))
    if (isToMysql) await expect.poll(() => bookkeepingTables(to), { timeout: 10_000 }).toEqual([])
    for (const database of [from, to]) await expect.poll(() => sessionsIn(database), { timeout: 10_000 }).toBe(0)
  })
})

describe('a destination of MySQL', () => {
  it('has four sessions at most, of which none is left', async () => {
    await run(source, ...making)
    const seen: number[] = []
    let looking: Promise<unknown> = Promise.resolve()
    await moveAll({ from: endpointOf(source), to: mysqlEndpoint(to) }, () => {
      looking = looking.then(async () => void (seen.length < 20 && seen.push(await sessionsIn(to))))
    })
    await looking
    expect(Math.max(...seen)).toBeGreaterThan(1)
    expect(Math.max(...seen)).toBeLessThanOrEqual(4)
    // A server may still be ending them.
    await expect.poll(() => sessionsIn(to), { timeout: 10_000 }).toBe(0)
  })

  it('is asked no more of each of many tables than of each of a few', async () => {
    await run(source, ...making)
    const questions = async () => Number((await runMysql(to, `SHOW GLOBAL STATUS LIKE 'Questions'`))[0]?.['Value'])
    const asked = async (tables: number) => {
      const streams = names.slice(0, tables).map((name) => ({ entity: `public.${name}`, mode: 'replace' as const }))
      const before = await questions()
      await moveAcross(endpointOf(source), mysqlEndpoint(to), streams)
      return (await questions()) - before
    }
    await asked(TABLES)
    const [few, many] = [await asked(4), await asked(TABLES)]
    // Those that move rows and put them in place; what prepares them is asked once.
    expect((many - few) / (TABLES - 4)).toBeLessThanOrEqual(20)
  })

  it('sees tables that somebody else replaces by a rename at the same moment', async () => {
    await runMysql(to, ...making, 'CREATE TABLE other LIKE t0')
    const somebody = await createConnection({ ...to })
    let isOver = false
    const renaming = (async () => {
      for (let n = 0; !isOver; n = (n + 1) % TABLES)
        await somebody.query(`RENAME TABLE t${n} TO passing, other TO t${n}, passing TO other`)
    })()
    const session = await openSession(databaseCredentials(mysqlEndpoint(to), 'database'), 'write', contextWith())
    const targets = names.map((name) => ({ name: { database: to.database, name }, mode: 'replace' as const }))
    const unseen: string[] = []
    for (let n = 0; n < 100; n++)
      for (const [name, { table }] of await surveyTargets(session, targets)) if (!table) unseen.push(name)
    isOver = true
    await renaming
    await Promise.all([session.close(), somebody.end()])
    expect(unseen).toEqual([])
  })

  it('takes what an older attempt has left of any table away, its sessions and its tables, and nothing of others', async () => {
    await run(source, ...making)
    const ends = [endpointOf(source), mysqlEndpoint(to)] as const
    const holder = await createConnection({ ...to })
    await moveAcross(...ends, [])
    // Their renames wait for who reads.
    await holder.query('START TRANSACTION')
    for (const name of names.slice(0, 3)) await holder.query(`SELECT * FROM ${name}`)
    const shutOut = Promise.withResolvers<void>()
    const older = moveAcross(...ends, [], {
      onEvent: (event) => {
        if (event.kind === 'progress' && event.stream.status === 'failed') shutOut.resolve()
      },
    })
    await expect.poll(async () => (await bookkeepingTables(to)).length, { timeout: 10_000 }).toBeGreaterThan(0)
    await runMysql(to, 'CREATE TABLE _millrace_staging_0123456789abcdef01234567_1 (id int)')
    const newer = moveAcross(...ends, [], { fence: nextFence() })
    // The newer one waits for the reader for some seconds only, so that it may not have to wait for the end of the older one too.
    await Promise.race([shutOut.promise, older])
    await holder.query('COMMIT')
    await holder.end()
    const given = (await older).streams.filter(({ status }) => status !== 'succeeded')
    expect(given.length).toBeGreaterThan(0)
    for (const { error } of given) expect(['DESTINATION_CONNECTION_LOST', 'FENCED']).toContain(error?.code)
    const failures = (await newer).streams.filter(({ status }) => status !== 'succeeded')
    expect(failures.map(({ entity, error }) => [entity, error?.code, error?.message])).toEqual([])
    expect(await bookkeepingTables(to)).toEqual(['_millrace_staging_0123456789abcdef01234567_1'])
    expect((await runMysql(to, ALL)).map(({ v }) => v)).toEqual(names)
  })

  it('refuses an older attempt at every table that a newer one has taken over, and only there', async () => {
    await run(source, ...making)
    const [older, newer] = [nextFence(), nextFence()]
    const ends = [endpointOf(source), mysqlEndpoint(to)] as const
    await moveAcross(...ends, [{ entity: 'public.t1', mode: 'replace' }], { fence: newer })
    const { streams } = await moveAcross(...ends, [], { fence: older })
    const failed = streams.filter(({ status }) => status !== 'succeeded')
    expect(failed.map(({ entity, error }) => [entity, error?.code])).toEqual([['public.t1', 'FENCED']])
  })
})

describe('a source of MySQL that several sessions read', () => {
  const ends = () => ({ from: mysqlEndpoint(from), to: mysqlEndpoint(to) })
  beforeEach(async () => {
    await runMysql(from, ...making)
  })

  it('is of one moment, whatever others write meanwhile', async () => {
    await runMysql(from, ...names.map((name) => `ALTER TABLE ${name} ADD n int NOT NULL DEFAULT 0`))
    let isOver = false
    const writing = [0, 1, 2].map(async (writer) => {
      const connection = await createConnection({ ...from })
      for (let n = writer; !isOver; n += 3) await connection.query(`UPDATE t${n % TABLES} SET n = n + 1`)
      await connection.end()
    })
    const open = () => openSession(databaseCredentials(mysqlEndpoint(from), 'database'), 'read', contextWith())
    const tables = names.map((name) => ({ database: from.database, name }))
    let shared = 0
    for (let round = 0; round < 20; round++) {
      const keeper = await open()
      const sessions = [keeper, ...(await shareSnapshot(keeper, tables, { count: 2, open }))]
      const seen = await Promise.all(sessions.map((session) => session.query(ALL.replaceAll('SELECT v', 'SELECT n'))))
      for (const other of seen.slice(1)) expect(other).toEqual(seen[0])
      shared += seen.length - 1
      await Promise.all(sessions.map((session) => session.close()))
    }
    isOver = true
    await Promise.all(writing)
    expect(shared).toBeGreaterThan(20)
  })

  it('is read by one session without a log where somebody has written and not committed, and nobody waits for more than two seconds', async () => {
    const writer = await createConnection({ ...from })
    await writer.query('START TRANSACTION')
    await writer.query(`UPDATE t3 SET v = 'not yet'`)
    const moving = moveAll(ends())
    let longest = 0
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        const began = performance.now()
        await runMysql(from, `UPDATE t4 SET v = 't4'`)
        longest = Math.max(longest, performance.now() - began)
        await sleep(5)
      }
    })()
    const { result, most } = await moving
    isOver = true
    await watching
    await writer.query('COMMIT')
    await writer.end()
    expect(new Set(statuses(result))).toEqual(new Set(['succeeded']))
    expect(most).toBe(isMysql ? 3 : 1)
    expect((await runMysql(to, ALL)).map(({ v }) => v)).toEqual(names)
    expect(longest).toBeLessThan(2_000)
  })

  it('is read by one session where the account may neither lock tables nor see the state of the log, and nobody is told', async () => {
    await runMysql(
      from,
      `CREATE USER IF NOT EXISTS reader@'%' IDENTIFIED BY 'r'`,
      'REVOKE ALL, GRANT OPTION FROM reader',
    )
    await runMysql(from, `GRANT SELECT ON ${from.database}.* TO reader@'%'`)
    const said: string[] = []
    const running = new Set<string>()
    let most = 0
    const { streams } = await moveAcross(
      mysqlEndpoint(from, { user: 'reader', password: 'r' }),
      mysqlEndpoint(to),
      [],
      {
        onEvent: (event) => {
          if (event.kind === 'log' && event.level !== 'info') said.push(inEnglish(event.message))
          if (event.kind !== 'progress') return
          if (event.stream.status === 'running') running.add(event.stream.entity)
          else running.delete(event.stream.entity)
          most = Math.max(most, running.size)
        },
      },
    )
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set(['succeeded']))
    expect([most, said]).toEqual([1, []])
  })

  it('has its views and tables without transactions read beside, of one session', async () => {
    await runMysql(
      from,
      'CREATE VIEW w AS SELECT * FROM t1',
      'CREATE TABLE m (id int PRIMARY KEY, v varchar(50)) ENGINE = MyISAM',
      `INSERT INTO m VALUES (1, 'm')`,
    )
    const { result, most } = await moveAll(ends())
    expect(new Set(statuses(result))).toEqual(new Set(['succeeded']))
    expect(await runMysql(to, 'SELECT v FROM w UNION ALL SELECT v FROM m')).toEqual([{ v: 't1' }, { v: 'm' }])
    expect(most).toBe(3)
  })
})
