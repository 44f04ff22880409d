import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { startTcpProxy } from '../faults/proxy.ts'
import { isMysql, shownType } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { givenMysql } from './given-mysql.ts'
import { contextWith } from './move-between.ts'
import { bookkeepingTables, mysqlEndpoint } from './move-mysql.ts'

let server: RunningMariadb
let encrypted: RunningMariadb
let from: MysqlDatabase

givenMysql((ends) => {
  ;({ server, from } = ends)
})

beforeAll(async () => {
  encrypted = await startMariadb({ tls: 'self-signed' })
})

afterAll(() => encrypted?.stop())

const stages = async (database: MysqlDatabase, overrides: object = {}) => {
  const all = await mysqlConnector.test(mysqlEndpoint(database, overrides), 'both', contextWith())
  return Object.fromEntries(
    all.map(({ stage, status, detail, problem }) => [stage, problem?.code ?? (detail && inEnglish(detail)) ?? status]),
  )
}

describe('a connection test', () => {
  it('tells server, account and what can be done', async () => {
    expect(await stages(from)).toEqual({
      resolve: 'passed',
      connect: 'passed',
      tls: 'not encrypted (SSL mode prefer)',
      'sign-in': `${isMysql ? 'MySQL' : 'MariaDB'} ${await version()}, signed in as millrace`,
      read: `no table to read in ${from.database}; the account may lack the permission SELECT`,
      write: `can create tables in ${from.database}`,
    })
    expect(await bookkeepingTables(from)).toEqual([])
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
      tls: 'not encrypted (SSL mode prefer)',
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
    ['x', shownType('int(11)'), false, 2, undefined],
    ['y', 'varchar(10)', false, 1, undefined],
    ['z', shownType('int(11)'), true, undefined, true],
  ])
  expect(found[0]?.columns.map(({ type }) => type)).toEqual(['json', shownType('int(10) unsigned')])
})
