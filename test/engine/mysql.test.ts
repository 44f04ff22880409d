import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/server/connectors/mysql/mysql-connector.ts'
import type { MoveEvent, StreamMemory } from '../../src/server/engine/move.ts'
import { planStream } from '../../src/server/usecases/plan-stream.ts'
import { startTcpProxy } from '../faults/proxy.ts'
import type { MysqlDatabase } from '../support/mariadb/run-mysql.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import type { RunningMariadb } from '../support/mariadb/start-mariadb.ts'
import { startMariadb } from '../support/mariadb/start-mariadb.ts'
import { contextWith, problems, statuses } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let server: RunningMariadb
let encrypted: RunningMariadb
let from: MysqlDatabase
let to: MysqlDatabase

beforeAll(async () => {
  ;[server, encrypted] = await Promise.all([
    startMariadb({ settings: { 'max-allowed-packet': '64M' } }),
    startMariadb({ tls: 'self-signed' }),
  ])
})

afterAll(() => Promise.all([server?.stop(), encrypted?.stop()]))

beforeEach(async () => {
  from = await freshMysql(server)
  to = await freshMysql(server)
})

const stages = async (database: MysqlDatabase, overrides: object = {}) => {
  const all = await mysqlConnector.test(mysqlEndpoint(database, overrides), 'both', contextWith())
  return Object.fromEntries(all.map(({ stage, status, detail, problem }) => [stage, problem?.code ?? detail ?? status]))
}

const moveT = (mode: 'replace' | 'append' | 'upsert', more: object = {}, attempt: object = {}) =>
  moveAcross(
    mysqlEndpoint(from),
    mysqlEndpoint(to),
    [{ entity: `${from.database}.t`, target: `${to.database}.t`, mode, ...more }],
    attempt,
  )

const rows = (database: MysqlDatabase, columns = '*') => runMysql(database, `SELECT ${columns} FROM t ORDER BY 1`)

const ownTables = async (database: MysqlDatabase) =>
  (await runMysql(database, `SHOW TABLES LIKE '\\_millrace\\_%'`))
    .flatMap(Object.values)
    .filter((name) => name !== '_millrace_fence')

describe('what a run will do', () => {
  it('is told column by column, and nothing is written', async () => {
    await runMysql(from, 'CREATE TABLE t (id bigint PRIMARY KEY, name varchar(40), total decimal(9,2))')
    const plan = (mode: 'replace' | 'append') =>
      planStream(
        {
          source: { connector: mysqlConnector, endpoint: mysqlEndpoint(from) },
          destination: { connector: mysqlConnector, endpoint: mysqlEndpoint(to) },
          stream: `${from.database}.t`,
          streams: [{ entity: `${from.database}.t`, target: `${to.database}.t`, mode }],
          steps: [],
          salt: '',
          recall: undefined,
        },
        contextWith(),
      )
    const told = async (mode: 'replace' | 'append') => {
      const { effect, columns } = await plan(mode)
      return [effect, ...columns.map(({ name, target_type, notes }) => [name, target_type, ...notes].join(' '))]
    }
    expect(await told('replace')).toEqual(['created', 'id bigint(20) key', 'name varchar(40)', 'total decimal(9,2)'])
    expect(await runMysql(to, 'SHOW TABLES')).toEqual([])

    await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, name varchar(9) NOT NULL, total decimal(9,2))')
    expect(await told('append')).toEqual([
      'appended',
      'id int(11) key narrower',
      'name varchar(9) narrower required',
      'total decimal(9,2)',
    ])
    expect(await told('replace')).toMatchObject({ 0: 'replaced' })
  })
})

describe('a connection test', () => {
  it('tells server, account and what can be done', async () => {
    expect(await stages(from)).toEqual({
      resolve: 'passed',
      connect: 'passed',
      tls: 'not encrypted',
      'sign-in': `MariaDB ${await version()}, signed in as millrace`,
      read: `no table to read in ${from.database}; the account may lack the permission SELECT`,
      write: `can create tables in ${from.database}`,
    })
    expect(await ownTables(from)).toEqual([])
  })

  it('encrypts where the server offers it', async () => {
    expect(await stages(encrypted)).toMatchObject({ tls: 'TLSv1.3, certificate not verified' })
  })

  it.each([
    ['a wrong password', { password: 'wrong' }, { 'sign-in': 'PASSWORD_REFUSED', read: 'skipped' }],
    ['an unknown user', { user: 'nobody' }, { 'sign-in': 'PASSWORD_REFUSED' }],
    ['a database that is not there', { database: 'nowhere' }, { 'sign-in': 'DATABASE_NOT_FOUND' }],
    ['an unknown host', { host: 'nowhere.invalid' }, { resolve: 'HOST_NOT_FOUND', connect: 'skipped' }],
    ['a closed port', { port: 1 }, { connect: 'PORT_CLOSED', tls: 'skipped' }],
    ['a missing field', { user: '' }, { resolve: 'CREDENTIALS_INVALID' }],
  ])('blames the stage for %s', async (_, overrides, expected) => {
    expect(await stages(from, overrides)).toMatchObject(expected)
  })

  it('takes a greeting that comes byte for byte', async () => {
    const proxy = await startTcpProxy(from, { wire: { pieceBytes: 1 } })
    expect(await stages(from, { port: proxy.port })).toMatchObject({
      tls: 'not encrypted',
      write: expect.stringContaining('can create'),
    })
    await proxy.stop()
  })

  it.each([
    ['is no MySQL', 'SSH-2.0-OpenSSH_9.9\r\n', 'NOT_MYSQL'],
    ['closes the connection before it has greeted', 'J\0\0', 'CONNECTION_LOST'],
  ])('knows a server that %s', async (_, greeting, code) => {
    const other = createServer((socket) => socket.on('error', () => {}).end(greeting)).listen(0, '127.0.0.1')
    await once(other, 'listening')
    expect(await stages(from, { port: (other.address() as AddressInfo).port })).toMatchObject({ tls: code })
    other.close()
  })

  it('says which permission an account lacks to write', async () => {
    await runMysql(
      server,
      `CREATE USER reader_${process.pid}@'%' IDENTIFIED BY 'pw'`,
      `GRANT SELECT ON ${from.database}.* TO reader_${process.pid}@'%'`,
    )
    expect(await stages(from, { user: `reader_${process.pid}`, password: 'pw' })).toMatchObject({
      write: 'PERMISSION_MISSING',
    })
  })
})

const version = async () => (await runMysql(server, `SELECT SUBSTRING_INDEX(VERSION(), '-', 1) AS v`))[0]?.['v'] ?? ''

type Send = (sequence: number, ...parts: (Buffer | string)[]) => void

/** Greets as MySQL 8 without TLS does, and then answers as a test says; `heard` is all that a client told it. */
async function rogueServer(answer: (bytes: Buffer, isSignIn: boolean, send: Send) => void) {
  const heard: Buffer[] = []
  const server = createServer((socket) => {
    const send: Send = (sequence, ...parts) => {
      const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
      socket.write(Buffer.concat([Buffer.from([body.length & 255, body.length >> 8, 0, sequence]), body]))
    }
    const abilities = Buffer.from([0xff, 0xf7, 33, 2, 0, 0xff, 0x81, 21])
    const plugin = 'mysql_native_password\0'
    send(
      0,
      Buffer.of(10),
      '8.4.0\0',
      Buffer.alloc(4, 1),
      'abcdefgh\0',
      abilities,
      Buffer.alloc(10),
      'abcdefghijkl\0',
      plugin,
    )
    let isSignIn = true
    socket
      .on('error', () => {})
      .on('data', (bytes: Buffer) => {
        heard.push(bytes)
        answer(bytes, isSignIn, send)
        isSignIn = false
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { heard, port: (server.address() as AddressInfo).port, stop: () => server.close() }
}

it('never hands a file to a server that asks for one', async () => {
  const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0])
  const isQuery = (bytes: Buffer) => bytes[4] === 3
  const rogue = await rogueServer((bytes, isSignIn, send) => {
    if (isSignIn) send(2, OK)
    else if (isQuery(bytes)) send(1, Buffer.of(0xfb), '/etc/passwd')
  })
  await expect(
    mysqlConnector.discover(mysqlEndpoint(from, { port: rogue.port }), contextWith(AbortSignal.timeout(3_000))),
  ).rejects.toThrow()
  rogue.stop()
  const LOCAL_FILES = 0x80
  expect((rogue.heard[0]?.readUInt32LE(4) ?? LOCAL_FILES) & LOCAL_FILES).toBe(0)
  expect(Buffer.concat(rogue.heard).toString('latin1')).not.toContain('root:')
})

it.each(['mysql_clear_password', 'mysql_old_password', 'dialog'])(
  'never shows the password to a server that asks for it by %s',
  async (plugin) => {
    const rogue = await rogueServer((_, isSignIn, send) => {
      if (isSignIn) send(2, Buffer.of(0xfe), `${plugin}\0`)
    })
    expect(await stages(from, { port: rogue.port, password: 'correct horse' })).toMatchObject({
      'sign-in': 'PASSWORD_IN_CLEAR',
    })
    rogue.stop()
    expect(Buffer.concat(rogue.heard).toString('latin1')).not.toContain('correct horse')
  },
)

it('discovers tables, views and partitions with keys, computed columns and comments of the types', async () => {
  await runMysql(
    from,
    'CREATE TABLE b (x int, y varchar(10) NOT NULL, z int AS (x + 1) VIRTUAL, PRIMARY KEY (y, x))',
    'CREATE TABLE p (id int PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 3',
    'CREATE VIEW v AS SELECT x FROM b',
    'CREATE TABLE A (j json, u int unsigned)',
  )
  const found = await mysqlConnector.discover(mysqlEndpoint(from), contextWith())
  expect(found.map(({ name, kind }) => [name, kind])).toEqual([
    [`${from.database}.A`, 'table'],
    [`${from.database}.b`, 'table'],
    [`${from.database}.p`, 'partitioned table'],
    [`${from.database}.v`, 'view'],
  ])
  expect(
    found[1]?.columns.map(({ name, type, nullable, keyPosition, generated }) => [
      name,
      type,
      nullable,
      keyPosition,
      generated,
    ]),
  ).toEqual([
    ['x', 'int(11)', false, 2, undefined],
    ['y', 'varchar(10)', false, 1, undefined],
    ['z', 'int(11)', true, undefined, true],
  ])
  expect(found[0]?.columns.map(({ type }) => type)).toEqual(['json', 'int(10) unsigned'])
})

describe('rows are put in place', () => {
  it('by a swap that keeps indexes, views and defaults of the target', async () => {
    await runMysql(
      from,
      'CREATE TABLE t (id int PRIMARY KEY, v varchar(10))',
      `INSERT INTO t VALUES (1, 'new'), (2, NULL)`,
    )
    await runMysql(
      to,
      `CREATE TABLE t (id int PRIMARY KEY, v varchar(10) DEFAULT 'x', KEY by_v (v)) COMMENT 'kept'`,
      `INSERT INTO t VALUES (9, 'old')`,
      'CREATE VIEW w AS SELECT * FROM t',
    )
    const [before] = await runMysql(to, 'SHOW CREATE TABLE t')
    expect(problems(await moveT('replace'))).toEqual([undefined])
    expect(await runMysql(to, 'SELECT * FROM w ORDER BY id')).toEqual([
      { id: '1', v: 'new' },
      { id: '2', v: null },
    ])
    expect(await runMysql(to, 'SHOW CREATE TABLE t')).toEqual([before])
    expect(await ownTables(to)).toEqual([])
  })

  it('inside of a table that has triggers or foreign keys', async () => {
    await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, parent int)', 'INSERT INTO t VALUES (1, 1)')
    await runMysql(
      to,
      'CREATE TABLE parents (id int PRIMARY KEY)',
      'INSERT INTO parents VALUES (1)',
      'CREATE TABLE t (id int PRIMARY KEY, parent int, FOREIGN KEY (parent) REFERENCES parents (id))',
      'INSERT INTO t VALUES (5, 1)',
    )
    expect(problems(await moveT('replace'))).toEqual([undefined])
    expect(await rows(to)).toEqual([{ id: '1', parent: '1' }])
    await runMysql(from, 'UPDATE t SET parent = 7')
    expect(problems(await moveT('replace'))[0]).toMatchObject({ code: 'CONSTRAINT' })
    expect(await rows(to)).toEqual([{ id: '1', parent: '1' }])
  })

  it('in the one of two tables whose names differ in case only', async () => {
    await runMysql(from, 'CREATE TABLE t (id int)', 'INSERT INTO t VALUES (1)', 'CREATE TABLE T (other int)')
    await runMysql(to, 'CREATE TABLE T (other int PRIMARY KEY)', 'INSERT INTO T VALUES (5)')
    await runMysql(to, 'CREATE TABLE children (id int, FOREIGN KEY (id) REFERENCES T (other))')
    for (const _ of ['made anew', 'replaced']) expect(problems(await moveT('replace'))).toEqual([undefined])
    expect(await rows(to)).toEqual([{ id: '1' }])
    expect(await runMysql(to, 'SELECT * FROM T')).toEqual([{ other: '5' }])
  })

  it('not in a table that foreign keys point to', async () => {
    await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY)')
    await runMysql(
      to,
      'CREATE TABLE t (id int PRIMARY KEY)',
      'CREATE TABLE children (id int, CONSTRAINT to_t FOREIGN KEY (id) REFERENCES t (id))',
    )
    expect(problems(await moveT('replace'))[0]).toMatchObject({
      code: 'TARGET_IN_USE',
      message: expect.stringContaining('to_t of children'),
    })
  })

  it('after those that are there', async () => {
    await runMysql(from, 'CREATE TABLE t (v int)', 'INSERT INTO t VALUES (1), (2)')
    await moveT('append')
    await runMysql(to, 'ALTER TABLE t ADD id int AUTO_INCREMENT PRIMARY KEY, ADD note text NULL')
    expect(problems(await moveT('append'))).toEqual([undefined])
    expect(await rows(to, 'v')).toEqual([{ v: '1' }, { v: '1' }, { v: '2' }, { v: '2' }])
  })

  it('by key: known ones are changed, new ones added, the others stay; of two with one key the last is taken', async () => {
    await runMysql(from, 'CREATE TABLE t (k int, v text)', `INSERT INTO t VALUES (1, 'a'), (2, 'b')`)
    expect(problems(await moveT('upsert', { key: ['k'] }))).toEqual([undefined])
    await runMysql(from, 'DELETE FROM t', `INSERT INTO t VALUES (2, 'first'), (3, 'c'), (2, 'last')`)
    expect(problems(await moveT('upsert', { key: ['k'] }))).toEqual([undefined])
    expect(await rows(to)).toEqual([
      { k: '1', v: 'a' },
      { k: '2', v: 'last' },
      { k: '3', v: 'c' },
    ])
  })

  it('not by a key that the target cannot tell rows apart by', async () => {
    await runMysql(from, 'CREATE TABLE t (k int, v int)')
    expect(problems(await moveT('upsert'))[0]).toMatchObject({ code: 'KEY_REQUIRED' })
    await runMysql(to, 'CREATE TABLE t (k int, v int)')
    expect(problems(await moveT('upsert', { key: ['k'] }))[0]).toMatchObject({ code: 'KEY_NOT_UNIQUE' })
    await runMysql(to, 'ALTER TABLE t ADD UNIQUE (k), ADD UNIQUE other (v)')
    expect(problems(await moveT('upsert', { key: ['k'] }))[0]).toMatchObject({
      code: 'KEY_AMBIGUOUS',
      message: expect.stringContaining('other'),
    })
  })

  it('not where columns are missing, left over or too small, and each is named', async () => {
    await runMysql(from, 'CREATE TABLE t (id int, gone int, at datetime(6), amount double)')
    await runMysql(to, 'CREATE TABLE t (id int, at datetime, amount float, more int NOT NULL)')
    expect(problems(await moveT('replace'))[0]).toMatchObject({
      code: 'TARGET_MISMATCH',
      message: `The table ${to.database}.t does not fit: column "gone" (int(11)) is missing; column "at" is datetime, but datetime(6) comes; column "amount" is float, but double comes; column "more" does not come from the source, is NOT NULL and has no default.`,
    })
  })

  it.each(['replace', 'append', 'upsert'] as const)(
    'follow a source that grew, and keep the rest of their definition (%s)',
    async (mode) => {
      await runMysql(
        from,
        'CREATE TABLE t (id int PRIMARY KEY, v varchar(5), n decimal(6,2))',
        `INSERT INTO t VALUES (1, 'one', 1.25)`,
      )
      await runMysql(
        to,
        `CREATE TABLE t (id int PRIMARY KEY COMMENT 'it''s, kept', v varchar(5) CHARACTER SET latin1 DEFAULT 'x', n decimal(6,2))`,
      )
      let columns: StreamMemory['columns']
      const move = async () => {
        const onEvent = (event: MoveEvent) => {
          if (event.kind === 'columns') columns = event.columns
        }
        const before = columns
        return problems(await moveT(mode, {}, { onEvent, recall: () => before && { columns: before } }))
      }
      expect(await move()).toEqual([undefined])
      await runMysql(
        from,
        'ALTER TABLE t MODIFY id bigint, MODIFY v varchar(20), MODIFY n decimal(12,4), ADD at datetime(6) NOT NULL DEFAULT 0',
        'DELETE FROM t',
        `INSERT INTO t VALUES (5000000000, 'longer than five', 12345678.1234, '2024-01-01')`,
      )
      expect(await move()).toEqual([undefined])
      const [row] = await runMysql(to, 'SELECT * FROM t ORDER BY id DESC LIMIT 1')
      expect(row).toEqual({
        id: '5000000000',
        v: 'longer than five',
        n: '12345678.1234',
        at: '2024-01-01 00:00:00.000000',
      })
      const [definition] = await runMysql(to, 'SHOW CREATE TABLE t')
      for (const part of [
        "`id` bigint(20) NOT NULL COMMENT 'it''s, kept'",
        '`v` varchar(20) CHARACTER SET latin1',
        "DEFAULT 'x'",
        '`at` datetime(6) DEFAULT NULL',
      ])
        expect(definition?.['Create Table']).toContain(part)
    },
  )

  it('with names that MySQL knows in one case only told before anything is made', async () => {
    await runMysql(from, 'CREATE TABLE t (id int)')
    const result = await moveAcross(mysqlEndpoint(from), mysqlEndpoint(to), [
      { entity: `${from.database}.t`, target: 'x'.repeat(65), mode: 'replace' },
    ])
    expect(problems(result)[0]).toMatchObject({ code: 'NAME_NOT_POSSIBLE' })
  })
})

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
    expect(await rows(to, 'id, MD5(v) AS v')).toEqual(await rows(from, 'id, MD5(v) AS v'))
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
    expect(await ownTables(to)).toEqual([])
  })

  it.each(['source', 'destination'] as const)(
    'a %s that ends the connection fails the stream and keeps the old rows; the next run succeeds',
    async (end) => {
      await runMysql(
        from,
        'CREATE TABLE t (id int, v varchar(200))',
        `INSERT INTO t SELECT seq, REPEAT('x', 200) FROM seq_1_to_300000`,
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
      expect(await ownTables(to)).toEqual([])
    },
  )

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
