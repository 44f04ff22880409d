import { describe, expect, it } from 'vitest'

import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { verify } from '../../src/engine/move/verify/verify.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { firstOf } from '../support/samples.ts'
import { says } from '../support/says.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { moveInRanges } from './given-large-table.ts'
import { contextWith, type Database, endpointOf, problems, replace, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

const TABLES = Array.from({ length: 12 }, (_, n) => `t${n}`)
const STREAMS = TABLES.map((name) => replace(`public.${name}`))

const fill = (database: Database) =>
  run(
    database,
    ...TABLES.flatMap((name) => [
      `CREATE TABLE ${name} (id int PRIMARY KEY, v text)`,
      `INSERT INTO ${name} SELECT n, 'v' || n FROM generate_series(1, 50) n`,
    ]),
  )

const fillMysql = async (database: MysqlDatabase) => {
  for (const name of TABLES)
    await runMysql(
      database,
      `CREATE TABLE ${name} (id int PRIMARY KEY, v text)`,
      `INSERT INTO ${name} VALUES (1, 'a'), (2, 'b')`,
    )
}

/** An account that may have so many connections at once. */
async function limited(database: Database, limit: number): Promise<Database> {
  const user = `few_${database.database}`
  await run(
    database,
    `CREATE ROLE ${user} LOGIN PASSWORD 'x' CONNECTION LIMIT ${limit}`,
    `GRANT ALL ON DATABASE ${database.database} TO ${user}`,
    `GRANT ALL ON SCHEMA public TO ${user}`,
    `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${user}`,
  )
  return { ...database, user, password: 'x' }
}

async function limitedMysql(database: MysqlDatabase, limit: number): Promise<MysqlDatabase> {
  const user = `few_${database.database}`.slice(0, 32)
  await runMysql(
    database,
    `CREATE USER '${user}'@'%' IDENTIFIED BY 'x' WITH MAX_USER_CONNECTIONS ${limit}`,
    `GRANT ALL ON ${database.database}.* TO '${user}'@'%'`,
  )
  return { ...database, user, password: 'x' }
}

const NONE = TABLES.map(() => undefined)
const MYSQL_STREAMS = (database: MysqlDatabase) =>
  TABLES.map((name) => replace(`${database.database}.${name}`, `public.${name}`))

const around = () => ({
  sql: { before: 'SELECT 1', after: 'SELECT 1', isDone: () => false, begin: async () => {}, done: async () => {} },
  copiesStructure: true,
})

describe('an account that may have few connections at once', () => {
  it.each(firstOf([1, 2, 3], 2))('reads Postgres with %i', async (limit) => {
    await fill(source)
    const reader = endpointOf(await limited(source, limit))
    expect(problems(await moveAcross(reader, endpointOf(destination), STREAMS))).toEqual(NONE)
  })

  it('reads the tables of Postgres after one that fails', async () => {
    await fill(source)
    await run(
      source,
      'CREATE VIEW broken AS SELECT id, 1 / (id - 40) AS v FROM t0',
      'CREATE TABLE large (id int PRIMARY KEY, v text)',
      `INSERT INTO large SELECT n, repeat('x', 2000) FROM generate_series(1, 20000) n`,
    )
    await run(destination, 'CREATE TABLE large (id int PRIMARY KEY, v text, CHECK (id <> 7))')
    const reader = endpointOf(await limited(source, 1))
    const streams = ['broken', 'large', 't1', 't2'].map((name) => replace(`public.${name}`))
    const found = problems(await moveAcross(reader, endpointOf(destination), streams)).map((problem) => problem?.code)
    expect(found).toEqual(['VALUE_REFUSED', 'CONSTRAINT', undefined, undefined])
  })

  it.each(firstOf([1, 2, 3], 2))('writes to Postgres with %i, structure and SQL too', async (limit) => {
    await fill(source)
    const writer = endpointOf(await limited(destination, limit))
    expect(problems(await moveAcross(endpointOf(source), writer, STREAMS, around()))).toEqual(NONE)
    const upserts = STREAMS.map((stream): StreamRequest => ({ ...stream, mode: 'upsert' }))
    expect(problems(await moveAcross(endpointOf(source), writer, upserts))).toEqual(NONE)
  })

  it.each(firstOf([1, 2, 3], 2))('compares both sides of Postgres and MySQL with %i', async (limit) => {
    await fill(source)
    const reader = endpointOf(await limited(source, limit))
    const ends = [endpointOf(await limited(destination, limit)), mysqlEndpoint(await limitedMysql(to, limit))] as const
    for (const endpoint of ends) {
      const connector = endpoint.integration === 'mysql' ? mysqlConnector : postgresConnector
      const streams =
        endpoint.integration === 'mysql'
          ? TABLES.map((name) => replace(`public.${name}`, `${to.database}.${name}`))
          : STREAMS
      expect(problems(await moveAcross(reader, endpoint, streams))).toEqual(NONE)
      const compared = await verify({
        source: { connector: postgresConnector, endpoint: reader },
        destination: { connector, endpoint },
        streams,
        context: contextWith(),
        onEvent: () => {},
      })
      expect(compared.streams.map(({ difference }) => difference?.unchanged)).toEqual(TABLES.map(() => 50))
    }
  })

  it('writes to a database of Postgres that allows one', async () => {
    await fill(source)
    const writer = endpointOf(await limited(destination, -1))
    // One of them is the test's own.
    await run(source, `ALTER DATABASE ${destination.database} CONNECTION LIMIT 2`)
    expect(problems(await moveAcross(endpointOf(source), writer, STREAMS))).toEqual(NONE)
  })

  it.each(firstOf([1, 2, 3], 2))('reads MySQL with %i', async (limit) => {
    await fillMysql(from)
    const reader = mysqlEndpoint(await limitedMysql(from, limit))
    expect(problems(await moveAcross(reader, endpointOf(destination), MYSQL_STREAMS(from)))).toEqual(NONE)
  })

  it.each(firstOf([1, 2, 3], 2))('writes to MySQL with %i, structure and SQL too', async (limit) => {
    await fillMysql(from)
    const writer = mysqlEndpoint(await limitedMysql(to, limit))
    const streams = TABLES.map((name) => replace(`${from.database}.${name}`, `${to.database}.${name}`))
    expect(problems(await moveAcross(mysqlEndpoint(from), writer, streams, around()))).toEqual(NONE)
  })

  const SIDES = ['source', 'destination'] as const
  const LIMITED = SIDES.flatMap((side) => firstOf([1, 2, 3], 2).map((limit) => [side, limit] as const))
  it.each(LIMITED)('moves a large table in ranges: the %s with %i', async (side, limit) => {
    const table = 'CREATE TABLE t (id int PRIMARY KEY, v text)'
    await run(source, table, `INSERT INTO t SELECT n, repeat('new', 60) FROM generate_series(1, 3000) n`)
    const ends = {
      source: side === 'source' ? await limited(source, limit) : source,
      destination: side === 'destination' ? await limited(destination, limit) : destination,
    }
    const { result } = await moveInRanges(ends, { ranges: { blocks: 8, atOnce: 4 } })
    expect(problems(result)).toEqual([undefined])
    expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '3000' }])
  })

  describe('shared by both sides', () => {
    const MODES = [undefined, 'upsert'] as const

    it.each(firstOf([2, 3, 4]))('works with %i for tables of one database of Postgres', async (limit) => {
      await fill(source)
      const account = endpointOf(await limited(source, limit))
      for (const mode of MODES) {
        const streams = STREAMS.map(
          (stream): StreamRequest => ({ ...stream, target: `copy.${stream.entity.slice(7)}`, ...(mode && { mode }) }),
        )
        expect(problems(await moveAcross(account, account, streams, around()))).toEqual(NONE)
      }
    })

    it.each(firstOf([2, 3, 4]))('works with %i for a large table of Postgres in ranges', async (limit) => {
      await run(
        source,
        'CREATE TABLE t (id int PRIMARY KEY, v text)',
        `INSERT INTO t SELECT n, repeat('new', 60) FROM generate_series(1, 3000) n`,
      )
      const account = await limited(source, limit)
      const { result } = await moveInRanges(
        { source: account, destination: account },
        { streams: [replace('public.t', 'public.t2')], ranges: { blocks: 8, atOnce: 4 } },
      )
      expect(problems(result)).toEqual([undefined])
      expect(await run(source, 'SELECT count(*) AS rows FROM t2')).toEqual([{ rows: '3000' }])
    })

    it.each(firstOf([2, 3, 4]))('works with %i for tables of one database of MySQL', async (limit) => {
      await fillMysql(from)
      const account = mysqlEndpoint(await limitedMysql(from, limit))
      for (const mode of MODES) {
        const streams = MYSQL_STREAMS(from).map(
          (stream): StreamRequest => ({
            ...stream,
            target: `${from.database}.copy_${stream.entity.split('.')[1]}`,
            ...(mode && { mode }),
          }),
        )
        expect(problems(await moveAcross(account, account, streams, around()))).toEqual(NONE)
      }
    })

    it('is told how many it needs, and whose limit it is', async () => {
      await fill(source)
      const account = endpointOf(await limited(source, 1))
      await expect(moveAcross(account, account, STREAMS)).rejects.toMatchObject({
        problem: {
          code: 'TOO_MANY_CONNECTIONS',
          message: says(expect.stringContaining('as many connections as its own limit allows')),
          hint: says(expect.stringContaining('two if both sides share this limit')),
        },
      })
      await fillMysql(from)
      const other = mysqlEndpoint(await limitedMysql(from, 1))
      await expect(moveAcross(other, other, MYSQL_STREAMS(from))).rejects.toMatchObject({
        problem: {
          code: 'TOO_MANY_CONNECTIONS',
          hint: says(expect.stringContaining('two if both sides share this limit')),
        },
      })
    })
  })
})
