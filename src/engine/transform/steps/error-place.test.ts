import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Step } from '../columns/step.ts'
import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { bindSteps } from './bind-steps.ts'

const INPUT = {
  entity: 'orders',
  columns: [
    { name: 'id', type: 'bigint', value: { kind: 'integer', bits: 64 }, nullable: false },
    { name: 'gerät', type: 'text', value: { kind: 'text' }, nullable: true },
  ],
} as const

let duckdb: OpenDuckdb

beforeAll(async () => {
  duckdb = await openDuckdb()
})
afterAll(() => duckdb.close())

const source = { entities: undefined, find: () => undefined }
/** The text of the setting from the reported position on. */
async function blamed(step: Step, sql: string): Promise<string | undefined> {
  // Names of earlier steps have more bytes than characters.
  const before: Step = { id: 'b', type: 'compute', settings: { columns: [{ name: 'größe', expression: 'id + 1' }] } }
  const { failure } = await bindSteps(duckdb.connection, INPUT, [before, step], source)
  const position = failure?.problem.position
  return position === undefined ? undefined : sql.slice(position)
}

const EXPRESSIONS: readonly (readonly [string, string | undefined])[] = [
  ['id > > 3', '> 3'],
  ['\'ü😀\' = "gerät" and > 3', '> 3'],
  ['\'ü😀\' = "gerät" and totl > 3', 'totl > 3'],
  ['id > 0\n  and lowr("gerät") = \'a\'', 'lowr("gerät") = \'a\''],
  ['id > 0 and', ''],
  ["id = 'abc", "'abc"],
  ["'ü' = current_setting('x')", "current_setting('x')"],
  ['id in (select id from customers)', 'customers)'],
  ['"gerät" + [1] = 2', '+ [1] = 2'],
  ['id, id', undefined],
]

describe('the place of an error', () => {
  it.each(EXPRESSIONS)('in the condition %s', async (where, rest) => {
    expect(await blamed({ id: 'f', type: 'filter', settings: { where } }, where)).toBe(rest)
  })

  it('is that in the expression which is wrong, of several', async () => {
    const expression = '"gerät" || nme'
    const columns = [
      { name: 'a', expression: 'id' },
      { name: 'b', expression },
    ]
    expect(await blamed({ id: 'c', type: 'compute', settings: { columns } }, expression)).toBe('nme')
  })

  it.each([
    ['select id,\n  upper("gerät") as loud,\n  totl\nfrom input', 'totl\nfrom input'],
    ['select * form input', 'input'],
    ['select * from orders', 'orders'],
    ["select 'ü', nope(id) from input", 'nope(id) from input'],
    ["select 'ü', * from read_csv('x')", "read_csv('x')"],
    ['select * from input limit ?', undefined],
  ])('in the query %s', async (query, rest) => {
    expect(await blamed({ id: 'q', type: 'sql', settings: { query } }, query)).toBe(rest)
  })
})
