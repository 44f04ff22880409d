import { type Connection, createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { says } from '../support/says.ts'
import { contextWith, problems, statuses } from './move-between.ts'
import { bookkeepingTables, freshMysql, moveAcross, moveTable, mysqlEndpoint } from './move-mysql.ts'

const MODES: readonly Omit<StreamRequest, 'entity' | 'target'>[] = [
  { mode: 'replace' },
  { mode: 'append' },
  { mode: 'upsert', key: ['id'] },
]

/** Two databases of a test, which waits beside the others: nearly all of its time passes so. */
async function givenEnds({ expect, onTestFinished }: TestContext, server: RunningMariadb) {
  const held: Connection[] = []
  onTestFinished(async () => {
    for (const connection of held) await connection.end().catch(() => connection.destroy())
  })
  const said: string[] = []
  return {
    from: await freshMysql(server),
    to: await freshMysql(server),
    /** Somebody else, who does something and stays. */
    async somebody({ host, port, user, password, database }: MysqlDatabase, ...statements: readonly string[]) {
      const connection = await createConnection({ host, port, user, password, database })
      held.push(connection)
      for (const statement of statements) await connection.query(statement)
      return connection
    },
    /** What the run has said, line by line. */
    said,
    onEvent: (event: MoveEvent) => {
      if (event.kind === 'log') said.push(inEnglish(event.message))
    },
    hears: (text: RegExp) => expect.poll(() => said, { timeout: 9_000 }).toContainEqual(expect.stringMatching(text)),
  }
}

const TABLE = ['CREATE TABLE t (id int PRIMARY KEY, v int)', 'INSERT INTO t VALUES (1, 1)'] as const

describe.concurrent('where the server keeps account of its locks', () => {
  let server: RunningMariadb
  beforeAll(async () => {
    server = await startMariadb({
      settings: { 'performance-schema': 'ON', 'performance-schema-instrument': 'wait/lock/metadata/sql/mdl=ON' },
    })
  })
  afterAll(() => server?.stop())
  const given = (context: TestContext) => givenEnds(context, server)

  it.for(MODES)('a locked target is waited for ($mode), and the log says who holds it', async (stream, context) => {
    const { expect } = context
    const { from, to, somebody, hears, onEvent } = await given(context)
    await runMysql(from, ...TABLE)
    await runMysql(to, TABLE[0])
    const holder = await somebody(to, 'LOCK TABLES t WRITE')
    const moving = moveTable({ from, to }, stream, { onEvent })
    await hears(
      new RegExp(`^Waiting for ${to.database}\\.t: session ${holder.threadId} \\(millrace from 127.0.0.1\\), idle for`),
    )
    await holder.query('UNLOCK TABLES')
    expect(problems(await moving)).toEqual([undefined])
    expect(await runMysql(to, 'SELECT id FROM t')).toEqual([{ id: '1' }])
    expect(await bookkeepingTables(to)).toEqual([])
  })

  it('a transaction that is open keeps a replacement waiting, and is named with its time', async (context) => {
    const { expect } = context
    const { from, to, somebody, hears, onEvent } = await given(context)
    await runMysql(from, ...TABLE)
    await runMysql(to, TABLE[0])
    const holder = await somebody(to, 'BEGIN', 'SELECT * FROM t')
    const moving = moveTable({ from, to }, { mode: 'replace' }, { onEvent })
    const who = `${to.database}\\.t: session ${holder.threadId} \\(millrace from 127.0.0.1\\), in a transaction since [-\\d]+ [:\\d]+ UTC`
    await hears(new RegExp(`^Waiting for ${who}`))
    await holder.query('COMMIT')
    expect(problems(await moving)).toEqual([undefined])

    await holder.query('BEGIN')
    await holder.query('SELECT * FROM t')
    const [problem] = problems(await moveTable({ from, to }, { mode: 'replace' }))
    expect(problem).toMatchObject({ code: 'TABLE_BUSY', retryable: true, side: 'destination' })
    expect(problem?.message).toEqual(says(expect.stringMatching(new RegExp(`^Somebody else holds ${who}`))))
    expect(await runMysql(to, 'SELECT id FROM t')).toEqual([{ id: '1' }])
    expect(await bookkeepingTables(to)).toEqual([])
  })

  it('a locked source is waited for, and the log says who holds it', async (context) => {
    const { expect } = context
    const { from, to, somebody, hears, onEvent } = await given(context)
    await runMysql(from, ...TABLE)
    const holder = await somebody(from, 'LOCK TABLES t WRITE')
    const moving = moveTable({ from, to }, { mode: 'replace' }, { onEvent })
    await hears(new RegExp(`^Waiting for ${from.database}\\.t: session ${holder.threadId} `))
    await holder.query('UNLOCK TABLES')
    expect(problems(await moving)).toEqual([undefined])
    expect(await runMysql(to, 'SELECT id FROM t')).toEqual([{ id: '1' }])
  })

  it('targets that stay locked fail in time in every mode, with who holds them', async (context) => {
    const { expect } = context
    const { from, to, somebody } = await given(context)
    for (const name of ['a', 'b', 'c']) {
      await runMysql(from, `CREATE TABLE ${name} (id int PRIMARY KEY)`)
      await runMysql(to, `CREATE TABLE ${name} (id int PRIMARY KEY)`)
    }
    const holder = await somebody(to, 'LOCK TABLES a WRITE, b WRITE, c WRITE')
    const began = Date.now()
    const moves = MODES.map((mode, at) => {
      const name = ['a', 'b', 'c'][at]
      const stream = { ...mode, entity: `${from.database}.${name}`, target: `${to.database}.${name}` }
      return moveAcross(mysqlEndpoint(from), mysqlEndpoint(to), [stream])
    })
    const found = (await Promise.all(moves)).flatMap(problems)
    expect(Date.now() - began).toBeLessThan(45_000)
    expect(found).toHaveLength(3)
    for (const [at, problem] of found.entries()) {
      expect(problem).toMatchObject({ code: 'TABLE_BUSY', retryable: true, side: 'destination' })
      expect(problem?.message).toEqual(
        says(
          expect.stringMatching(
            new RegExp(`^Somebody else holds ${to.database}\\.${['a', 'b', 'c'][at]}: session ${holder.threadId} `),
          ),
        ),
      )
    }
    expect(await bookkeepingTables(to)).toEqual([])
  })
})

describe.concurrent('where the server keeps no account of its locks', () => {
  /** A server for each: whoever is on it may be taken for the holder of a lock. */
  async function given(context: TestContext) {
    // MySQL keeps one if it is not told otherwise.
    const settings = { 'performance-schema-instrument': 'wait/lock/metadata/sql/mdl=OFF' }
    const server = await startMariadb({ settings })
    context.onTestFinished(() => server.stop())
    return givenEnds(context, server)
  }

  it('those sessions are named that may hold a locked target, and none of the run itself', async (context) => {
    const { expect } = context
    const { from, to, somebody, said, hears, onEvent } = await given(context)
    await runMysql(from, ...TABLE)
    await runMysql(to, TABLE[0])
    const holder = await somebody(to, 'LOCK TABLES t WRITE')
    const moving = moveTable({ from, to }, { mode: 'append' }, { onEvent })
    await hears(
      new RegExp(
        `^Waiting for a lock on ${to.database}\\.t\\. The server does not report who holds it\\. It may be session ${holder.threadId} \\(millrace from 127.0.0.1\\), idle for \\d+ seconds?\\. SHOW PROCESSLIST `,
      ),
    )
    await holder.query('UNLOCK TABLES')
    expect(problems(await moving)).toEqual([undefined])
    expect(said.filter((line) => line.startsWith('Waiting'))).toHaveLength(1)
  })

  it('who has changed rows that are to be replaced is known all the same', async (context) => {
    const { expect } = context
    const { from, to, somebody, hears, onEvent } = await given(context)
    await runMysql(from, ...TABLE)
    await runMysql(to, TABLE[0], 'INSERT INTO t VALUES (1, 0)')
    const holder = await somebody(to, 'BEGIN', 'UPDATE t SET v = 7')
    const moving = moveTable({ from, to }, { mode: 'upsert', key: ['id'] }, { onEvent })
    await hears(
      new RegExp(
        `^Waiting for rows of ${to.database}\\.t: session ${holder.threadId} \\(millrace from 127.0.0.1\\), in a transaction since [-\\d]+ [:\\d]+ UTC, idle for`,
      ),
    )
    await holder.query('ROLLBACK')
    expect(problems(await moving)).toEqual([undefined])
    expect(await runMysql(to, 'SELECT v FROM t')).toEqual([{ v: '1' }])
  })

  it('an account that may see no other sessions is told so', async (context) => {
    const { expect } = context
    const { from, to, somebody, hears, onEvent } = await given(context)
    await runMysql(from, ...TABLE)
    await runMysql(to, TABLE[0], `CREATE USER weak@'%' IDENTIFIED BY 'weak'`, `GRANT ALL ON *.* TO weak@'%'`)
    await runMysql(to, `REVOKE PROCESS ON *.* FROM weak@'%'`)
    const holder = await somebody(to, 'LOCK TABLES t WRITE')
    const weak = mysqlEndpoint({ ...to, user: 'weak', password: 'weak' })
    const stream = { entity: `${from.database}.t`, target: 't', mode: 'append' } as const
    const moving = moveAcross(mysqlEndpoint(from), weak, [stream], { onEvent })
    await hears(
      /^Waiting for a lock on \S+\. The server does not report who holds it\. The account sees only its own sessions. With the privilege PROCESS, SHOW PROCESSLIST shows all of them\.$/,
    )
    await holder.query('UNLOCK TABLES')
    expect(problems(await moving)).toEqual([undefined])
  })

  it('a target that is being made by somebody is waited for, and not taken for one that is not there', async (context) => {
    const { expect } = context
    const { from, to, somebody, hears, onEvent } = await given(context)
    await runMysql(from, ...TABLE)
    const holder = await somebody(to)
    const making = holder.query('CREATE TABLE t (id int PRIMARY KEY, v int, w int) SELECT 5 + SLEEP(8) AS id')
    await expect
      .poll(async () => (await runMysql(to, 'SHOW FULL PROCESSLIST')).some((row) => row['State'] === 'User sleep'))
      .toBe(true)
    const moving = moveTable({ from, to }, { mode: 'append' }, { onEvent })
    await hears(new RegExp(`It may be session ${holder.threadId} .*, with: CREATE TABLE t `))
    await making
    expect(problems(await moving)).toEqual([undefined])
    expect(await runMysql(to, 'SELECT id, v, w FROM t ORDER BY id')).toEqual([
      { id: '1', v: '1', w: null },
      { id: '5', v: null, w: null },
    ])
  })

  it.for([
    ['target', 'to'],
    ['source', 'from'],
  ] as const)(
    'a run that waits for its %s is cancelled in five seconds, and leaves nothing',
    async ([, end], context) => {
      const { expect } = context
      const { from, to, somebody, hears, onEvent } = await given(context)
      await runMysql(from, ...TABLE)
      await runMysql(to, TABLE[0])
      await somebody({ from, to }[end], 'LOCK TABLES t WRITE')
      const abort = new AbortController()
      const moving = moveTable({ from, to }, { mode: 'replace' }, { onEvent, context: contextWith(abort.signal) })
      await hears(/^Waiting for a lock on /)
      const began = Date.now()
      abort.abort()
      expect(statuses(await moving)).toEqual(['cancelled'])
      expect(Date.now() - began).toBeLessThan(5_000)
      expect(await bookkeepingTables(to)).toEqual([])
    },
  )

  it('a dry run waits for a locked target as a run does', async (context) => {
    const { expect } = context
    const { from, to, somebody, hears, onEvent } = await given(context)
    await runMysql(from, ...TABLE)
    await runMysql(to, TABLE[0])
    const holder = await somebody(to, 'LOCK TABLES t WRITE')
    const moving = moveTable({ from, to }, { mode: 'replace' }, { onEvent, dry: true })
    await hears(/^Waiting for a lock on /)
    await holder.query('UNLOCK TABLES')
    expect((await moving).streams).toMatchObject([{ status: 'succeeded', difference: { created: 1 } }])
  })
})
