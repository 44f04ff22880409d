import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, problems, replace, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

const TABLES = Array.from({ length: 12 }, (_, n) => `t${n}`)
const around = () => ({
  sql: { before: 'SELECT 1', after: 'SELECT 1', isDone: () => false, begin: async () => {}, done: async () => {} },
  copiesStructure: true,
})

const allowing = (endpoint: Endpoint, sessions: number): Endpoint => ({
  ...endpoint,
  config: { max_sessions: sessions },
})

/** Moves everything, and looks again and again how many sessions others have at a side. @returns the most that were seen */
async function watched(ends: { from: Endpoint; to: Endpoint }, count: () => Promise<number>, streams = TABLES) {
  const before = await count()
  let isOver = false
  let most = 0
  const looking = (async () => {
    for (; !isOver; await sleep(5)) most = Math.max(most, (await count()) - before)
  })()
  const messages: string[] = []
  const wanted = streams.map((name) =>
    ends.from.integration === 'postgres'
      ? replace(`public.${name}`)
      : replace(`${from.database}.${name}`, `${to.database}.${name}`),
  )
  const result = await moveAcross(ends.from, ends.to, wanted, {
    ...around(),
    onEvent: (event) => void (event.kind === 'log' && messages.push(inEnglish(event.message))),
  })
  isOver = true
  await looking
  return { result, most, messages }
}

const NONE = TABLES.map(() => undefined)

describe('a connection that allows a run so many sessions', () => {
  it.each([1, 2, 3])('has no more at a source of Postgres: %i', async (limit) => {
    await run(source, ...TABLES.map((name) => `CREATE TABLE ${name} AS SELECT n AS id FROM generate_series(1, 500) n`))
    const { result, most, messages } = await watched(
      { from: allowing(endpointOf(source), limit), to: endpointOf(destination) },
      () => sessionsIn(source),
    )
    expect(problems(result)).toEqual(NONE)
    expect(most).toBeLessThanOrEqual(limit)
    expect(messages).toContain(
      `The connection of the source allows at most ${limit} session${limit === 1 ? '' : 's'} at a time.`,
    )
  })

  it.each([1, 2, 3])('has no more at a destination of Postgres: %i', async (limit) => {
    await run(source, ...TABLES.map((name) => `CREATE TABLE ${name} AS SELECT n AS id FROM generate_series(1, 500) n`))
    const { result, most } = await watched(
      { from: endpointOf(source), to: allowing(endpointOf(destination), limit) },
      () => sessionsIn(destination),
    )
    expect(problems(result)).toEqual(NONE)
    expect(most).toBeLessThanOrEqual(limit)
  })

  it.each([1, 2, 3])('has no more at either side of MySQL: %i', async (limit) => {
    for (const name of TABLES)
      await runMysql(from, `CREATE TABLE ${name} (id int PRIMARY KEY)`, `INSERT INTO ${name} VALUES (1), (2)`)
    const ends = { from: allowing(mysqlEndpoint(from), limit), to: allowing(mysqlEndpoint(to), limit) }
    const atSource = await watched(ends, () => mysqlSessionsIn(from))
    const atDestination = await watched(ends, () => mysqlSessionsIn(to))
    expect([problems(atSource.result), problems(atDestination.result)]).toEqual([NONE, NONE])
    expect(Math.max(atSource.most, atDestination.most)).toBeLessThanOrEqual(limit)
  })
})

async function sessionsIn(database: Database): Promise<number> {
  const [row] = await run(
    database,
    `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = '${database.database}' AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  )
  return Number(row?.['n'])
}

async function mysqlSessionsIn({ database, ...server }: MysqlDatabase): Promise<number> {
  const [row] = await runMysql(
    { ...server, database: 'mysql' },
    `SELECT COUNT(*) AS n FROM information_schema.PROCESSLIST WHERE DB = '${database}'`,
  )
  return Number(row?.['n'])
}
