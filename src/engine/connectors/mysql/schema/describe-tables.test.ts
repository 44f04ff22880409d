import { expect, it } from 'vitest'

import type { MysqlSession, TextRow } from '../driver/mysql-session.ts'
import { describeTables } from './describe-tables.ts'

const COLUMNS = 60
const columnsOf = (name: string): TextRow[] =>
  Array.from({ length: COLUMNS }, (_, index) => ({
    ...{ db: 'dw', name, col: `c${index}`, type: 'int', nullable: 'YES', extra: '', has_default: '0' },
    ...{ default_value: null, collation: null, privileges: 'select' },
  }))

it('describes 5,000 tables of 60 columns by answers that each have few rows', async () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `t${index}`)
  let longest = 0
  const query = async (statement: string): Promise<readonly TextRow[]> => {
    if (statement.includes('information_schema.TABLES'))
      return names.map((name) => ({ db: 'dw', name, type: 'BASE TABLE', engine: 'InnoDB', estimate: '1', bytes: '1' }))
    if (!statement.includes('information_schema.COLUMNS')) return []
    const asked = [...statement.matchAll(/'(t\d+)'/g)].map(([, name = '']) => name)
    const rows = (asked.length > 0 ? asked : names).flatMap(columnsOf)
    longest = Math.max(longest, rows.length)
    return rows
  }
  const session = { query, facts: { isMariaDb: false, version: '8.4.2' } } as unknown as MysqlSession
  const tables = await describeTables(session, { database: 'dw' })
  expect(tables).toHaveLength(5_000)
  expect(tables.every(({ columns }) => columns.length === COLUMNS)).toBe(true)
  expect(longest).toBeLessThanOrEqual(20_000)
})
