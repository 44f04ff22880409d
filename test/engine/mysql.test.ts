import { setTimeout as sleep } from 'node:timers/promises'

import { createConnection } from 'mysql2/promise'
import { describe, expect, it } from 'vitest'

import { openSession } from '../../src/engine/connectors/mysql/session/open-session.ts'
import { databaseCredentials } from '../../src/engine/connectors/sql/database-credentials.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import { startTcpProxy } from '../faults/proxy.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import type { RunningMariadb } from '../support/mariadb/start-mariadb.ts'
import { givenMysql } from './given-mysql.ts'
import { contextWith, problems, statuses } from './move-between.ts'
import { bookkeepingTables, moveAcross, moveTable, mysqlEndpoint } from './move-mysql.ts'

let server: RunningMariadb
let from: MysqlDatabase
let to: MysqlDatabase

givenMysql(
  (ends) => {
    ;({ server, from, to } = ends)
  },
  { settings: { 'max-allowed-packet': '64M' } },
)

const moveT = (mode: 'replace' | 'append' | 'upsert', more: object = {}, attempt: object = {}) =>
  moveTable({ from, to }, { mode, ...more }, attempt)

const rows = (database: MysqlDatabase, columns = '*') => runMysql(database, `SELECT ${columns} FROM t ORDER BY 1`)

describe('what is read', () => {
  it('is of one moment, however long the streams before take', async () => {
    await runMysql(from, 'CREATE TABLE t (id int)', 'INSERT INTO t VALUES (1)', 'CREATE TABLE late (id int)')
    let change: Promise<unknown> | undefined
    const onEvent = ({ kind }: MoveEvent) => {
      if (kind === 'planned') change = runMysql(from, 'INSERT INTO late VALUES (1)', 'UPDATE t SET id = 2')
    }
    const streams = ['t', 'late'].map((name) => ({
      entity: `${from.database}.${name}`,
      target: `${to.database}.${name}`,
      mode: 'replace' as const,
    }))
    expect(statuses(await moveAcross(mysqlEndpoint(from), mysqlEndpoint(to), streams, { onEvent }))).toEqual([
      'succeeded',
      'succeeded',
    ])
    await change
    expect([await rows(to), await runMysql(to, 'SELECT * FROM late')]).toEqual([[{ id: '1' }], []])
  })

  it.each([
    ['bigint unsigned', '18446744073709551613', '18446744073709551614', '18446744073709551615'],
    ['decimal(30,10)', '1.0000000001', '1.0000000002', '2.5'],
    ['datetime(6)', `'2024-01-01 00:00:00.000001'`, `'2024-01-01 00:00:00.000002'`, `'2024-01-02'`],
    ['timestamp(6) NULL', `'2024-01-01 00:00:00.000001'`, `'2024-01-01 00:00:00.000002'`, `'2024-01-02'`],
    ['varchar(20)', `'a'`, `'b'`, `'c\\\\d'`],
    ['varbinary(20)', `x'00'`, `x'01'`, `x'ff'`],
  ])('is what is new by a cursor of type %s', async (type, first, second, third) => {
    await runMysql(
      from,
      `CREATE TABLE t (c ${type}, n int PRIMARY KEY)`,
      `INSERT INTO t VALUES (${first}, 1), (${second}, 2), (NULL, 0)`,
    )
    const earlier = await moveT('upsert', { key: ['n'], cursor: { column: 'c' } })
    expect(problems(earlier)).toEqual([undefined])
    const after = earlier.streams[0]?.window?.until ?? ''
    await runMysql(from, `INSERT INTO t VALUES (${third}, 3)`, 'DELETE FROM t WHERE n = 1')
    const later = await moveT('upsert', { key: ['n'], cursor: { column: 'c', after } })
    expect(problems(later)).toEqual([undefined])
    expect(await runMysql(to, 'SELECT n FROM t WHERE n > 0 ORDER BY n')).toEqual([{ n: '1' }, { n: '2' }, { n: '3' }])
  })

  it('misses no row and brings none twice while others write', async () => {
    await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, at timestamp(6) NOT NULL)')
    let isOver = false
    const writers = [0, 1, 2].map(async (writer) => {
      const connection = await createConnection(connectionOf(from))
      for (let n = 0; !isOver || n === 0; n++) {
        // The time is taken before the commit, as applications do.
        await connection.query('START TRANSACTION')
        await connection.query(`INSERT INTO t VALUES (${writer + 3 * n}, NOW(6))`)
        await connection.query('COMMIT')
        await sleep(5)
      }
      await connection.end()
    })
    let after: string | undefined
    const readOn = async () => {
      const cursor = { column: 'at', ...(after !== undefined && { after }) }
      const result = await moveT('upsert', { key: ['id'], cursor })
      expect(problems(result)).toEqual([undefined])
      after = result.streams[0]?.window?.until ?? after
    }
    for (let round = 0; round < 5; round++) await readOn()
    isOver = true
    await Promise.all(writers)
    await readOn()
    const count = 'COUNT(*) AS n, COUNT(DISTINCT id) AS ids, SUM(id) AS sum'
    expect(await rows(to, count)).toEqual(await rows(from, count))
  })

  it('may be a value of 40 MB', async () => {
    await runMysql(
      from,
      'CREATE TABLE t (id int, v longtext)',
      `INSERT INTO t VALUES (1, REPEAT('a\\\\b\\n', 10000000)), (2, 'small')`,
    )
    expect(problems(await moveT('replace'))).toEqual([undefined])
    expect(await rows(to, 'id, SHA2(v, 256) AS v')).toEqual(await rows(from, 'id, SHA2(v, 256) AS v'))
  })
})

describe('when something is in the way', () => {
  it('a reader that holds the target is waited for a while, and then told; the old rows stay', async () => {
    await runMysql(from, 'CREATE TABLE t (id int)', 'INSERT INTO t VALUES (1)')
    await runMysql(to, 'CREATE TABLE t (id int)', 'INSERT INTO t VALUES (9)')
    const reader = await createConnection({ ...connectionOf(to) })
    await reader.query('START TRANSACTION')
    await reader.query('SELECT * FROM t')
    expect(problems(await moveT('replace'))[0]).toMatchObject({ code: 'TABLE_BUSY', retryable: true })
    await reader.end()
    expect(await rows(to)).toEqual([{ id: '9' }])
    expect(await bookkeepingTables(to)).toEqual([])
  })

  it.each(['source', 'destination'] as const)(
    'a %s that ends the connection fails the stream and keeps the old rows; the next run succeeds',
    async (end) => {
      await runMysql(
        from,
        'CREATE TABLE t (id int, v varchar(200))',
        `INSERT INTO t SELECT seq, REPEAT('x', 200) FROM ${numbers(300_000)}`,
      )
      await runMysql(to, 'CREATE TABLE t (id int, v varchar(200))', `INSERT INTO t VALUES (9, 'old')`)
      let killed: Promise<void> | undefined
      const onEvent = (event: MoveEvent) => {
        if (event.kind === 'progress' && event.stream.rowsRead > 1000)
          killed ??= killSessions(end === 'source' ? from : to)
      }
      const result = await moveT('replace', {}, { onEvent })
      await killed
      expect(problems(result)[0]).toMatchObject({ code: `${end.toUpperCase()}_CONNECTION_LOST`, retryable: true })
      expect(await rows(to)).toEqual([{ id: '9', v: 'old' }])
      expect(problems(await moveT('replace'))).toEqual([undefined])
      expect(await rows(to, 'COUNT(*) AS n')).toEqual([{ n: '300000' }])
      expect(await bookkeepingTables(to)).toEqual([])
    },
  )

  it('a load that is given up leaves no session at the server, whenever that happens', async () => {
    await runMysql(to, 'CREATE TABLE t (id int, v varchar(2000))')
    const rows = Buffer.from(`1\t${'x'.repeat(1000)}\n`.repeat(50))
    for (let n = 0; n < 150; n++) {
      const session = await openSession(databaseCredentials(mysqlEndpoint(to), 'database'), 'write', contextWith())
      const { write, done } = await session.loadData(`LOAD DATA LOCAL INFILE 'rows' INTO TABLE t`)
      const refused = expect(done).rejects.toThrow()
      for (let part = 0; part < (n % 3) * 4; part++) write(Buffer.from(rows))
      await sleep(n % 4)
      await session.abandon()
      await refused
    }
    const left = () =>
      runMysql(to, 'SELECT STATE FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()')
    await expect.poll(left, { timeout: 10_000 }).toEqual([])
  })

  it.each([
    ['replace', 'RENAME TABLE', [{ id: '1' }]],
    ['append', 'COMMIT', [{ id: '1' }, { id: '9' }]],
  ] as const)(
    'the answer to the commit is lost, the destination is asked, and the rows are there once: %s',
    async (mode, statement, expected) => {
      await runMysql(from, 'CREATE TABLE t (id int)', 'INSERT INTO t VALUES (1)')
      await runMysql(to, 'CREATE TABLE t (id int)', 'INSERT INTO t VALUES (9)')
      let losses = 0
      const judge = (sent: Buffer) =>
        sent.toString('latin1').includes(statement) && ++losses === 1 ? 'lose-answer' : 'pass'
      const proxy = await startTcpProxy(server, { judge })
      const result = await moveAcross(mysqlEndpoint(from), mysqlEndpoint(to, { port: proxy.port }), [
        { entity: `${from.database}.t`, target: `${to.database}.t`, mode },
      ])
      await proxy.stop()
      expect(problems(result)).toEqual([undefined])
      expect(losses).toBe(1)
      expect(await rows(to)).toEqual(expected)
    },
  )
})

const connectionOf = ({ host, port, user, password, database }: MysqlDatabase) => ({
  host,
  port,
  user,
  password,
  database,
})

async function killSessions({ database }: MysqlDatabase): Promise<void> {
  const sessions = await runMysql(
    server,
    `SELECT ID AS id FROM information_schema.PROCESSLIST WHERE DB = '${database}'`,
  )
  for (const { id } of sessions) await runMysql(server, `KILL ${id}`).catch(() => {})
}
