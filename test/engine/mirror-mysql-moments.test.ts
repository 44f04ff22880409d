import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { parsePlace } from '../../src/engine/connectors/mysql/changes/log-place.ts'
import { openMysqlSource } from '../../src/engine/connectors/mysql/source/mysql-source.ts'
import { connectMysql, type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenMysql } from './given-mysql.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { contextWith } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
givenMysql(
  (ends) => {
    from = ends.from
  },
  { settings: ROW_LOG },
)

/** How many transactions are in a set: of MariaDB up to a number, of MySQL in ranges. */
const countOf = (place: string) =>
  [...parsePlace(place).seen.ranges.values()].flat().reduce((sum, [first, last]) => sum + last - first + 1, 0)

/** Each transaction writes both tables, half of them in the other order. @returns the codes of the errors that any of them got */
async function startWriters(count: number): Promise<() => Promise<readonly string[]>> {
  let isOver = false
  const errors: string[] = []
  const writers = Array.from({ length: count }, async (_, writer) => {
    const client = await connectMysql(from)
    const tables = writer % 2 === 0 ? ['a', 'b'] : ['b', 'a']
    while (!isOver) {
      try {
        await client.query('BEGIN')
        for (const table of tables) await client.query(`INSERT INTO ${table} VALUES (${writer})`)
        await client.query('COMMIT')
      } catch (error) {
        errors.push((error as { code: string }).code)
        await client.query('ROLLBACK')
      }
      await sleep(10)
    }
    await client.end()
  })
  return async () => {
    isOver = true
    await Promise.all(writers)
    return errors
  }
}

it('a snapshot sees exactly the transactions that it names while ten sessions write, and none of them is refused for it', async () => {
  await runMysql(from, 'CREATE TABLE a (n int)', 'CREATE TABLE b (n int)')
  const entities = ['a', 'b'].map((table) => `${from.database}.${table}`)
  const look = async () => {
    const source = await openMysqlSource(mysqlEndpoint(from), contextWith())
    try {
      const count = countOf((await source.moment?.(entities)) ?? '')
      const described = await source.entities(entities)
      const rows = await Promise.all(described.map((entity) => source.sums?.digest({ entity }, undefined)))
      return { count, rows: rows.map((sum) => sum?.rows) }
    } finally {
      await source.close()
    }
  }
  const first = await look()
  const stopWriters = await startWriters(10)
  for (let round = 0; round < 40; round++) {
    const { count, rows } = await look()
    expect(rows).toEqual([count - first.count, count - first.count])
  }
  expect(await stopWriters()).toEqual([])
})
