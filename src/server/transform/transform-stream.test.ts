import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { RowDecoder } from '../connectors/common-text/row-decoder.ts'
import { type Field, RowEncoder } from '../connectors/common-text/row-encoder.ts'
import type { ValueType } from '../connectors/common-text/value-type.ts'
import type { SourceColumn } from '../connectors/source.ts'
import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { bindSteps, type StepsInput } from './bind-steps.ts'
import { isRowWise, type Step } from './step.ts'
import { type ReadRows, StreamTransform } from './transform-stream.ts'

const TEXT: ValueType = { kind: 'text' }
const INTEGER: ValueType = { kind: 'integer', bits: 64 }
const DECIMAL: ValueType = { kind: 'decimal' }

const column = (name: string, value: ValueType = TEXT): SourceColumn => ({
  name,
  type: value.kind,
  value,
  nullable: true,
})

const ORDERS: StepsInput = {
  entity: 'orders',
  columns: [column('id', INTEGER), column('email'), column('total', DECIMAL)],
}
const ROWS: readonly (readonly Field[])[] = [
  ['1', 'ada@example.com', '12.50'],
  ['2', null, '7'],
  ['3', 'tab\there \\ and\nthere', '100.000000000001'],
  ['4', 'ada@example.com', null],
]
const CUSTOMERS: StepsInput = { entity: 'customers', columns: [column('email'), column('name')] }

let duckdb: OpenDuckdb

beforeAll(async () => {
  duckdb = await openDuckdb()
})

afterAll(() => duckdb.close())

let ids = 0
const step = (type: Step['type'], settings: Step['settings']): Step => ({ id: `t${++ids}`, type, settings })

const reading =
  (rows: readonly (readonly Field[])[]): ReadRows =>
  async (sink) => {
    const encoder = new RowEncoder()
    for (const row of rows) encoder.add(row)
    const { frames } = encoder.take()
    // Cut in the middle, as a network does.
    for (let at = 0; at < frames.length; at += 7) {
      if (!sink.write(Buffer.from(frames.subarray(at, at + 7)), 0)) await sink.drained()
    }
    return rows.length
  }

async function transform(steps: readonly Step[], rows = ROWS, input = ORDERS) {
  const bound = await bindSteps(duckdb.connection, input, steps, {
    entities: ['orders', 'customers'],
    find: (entity) => (entity === 'customers' ? CUSTOMERS : undefined),
  })
  if (bound.failure) throw bound.failure.error
  const { signal } = new AbortController()
  const columns = bound.relations.at(-1)?.relation.columns.map(({ name }) => name) ?? []
  const options = { steps: bound, columns, isRowWise: isRowWise(steps), salt: 'pepper', signal }
  const stream = await StreamTransform.open(options)
  const decoder = new RowDecoder()
  const made: (readonly Field[])[] = []
  try {
    await stream.run(
      reading(rows),
      () => reading([['ada@example.com', 'Ada']]),
      async (frames) => void made.push(...decoder.push(frames)),
    )
  } finally {
    await stream.close()
  }
  return { columns, made }
}

const made = async (steps: readonly Step[], rows = ROWS, input = ORDERS) => (await transform(steps, rows, input)).made

describe('rows that pass steps', () => {
  it('keep every character of what no step works with', async () => {
    expect(await made([step('filter', { where: 'id > 0 -- all of them' })])).toEqual(ROWS)
  })

  it('are the same texts after a query has made each anew, whatever is in them', async () => {
    const anew = step('sql', { query: 'SELECT * FROM input' })
    const input = { entity: 'texts', columns: [column('a'), column('b')] }
    const piece = fc.oneof(
      fc.constantFrom('\\', '\\N', '\b', '\t', '\n', '\v', '\f', '\r', 'b', 'n', 'v', '\u0001'),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    )
    const text = fc.option(fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 50, maxLength: 100 }), async (rows) => {
        expect(await made([anew], rows, input)).toEqual(rows)
      }),
      { numRuns: 10 },
    )
  })

  it('lose the columns that were not chosen, and take them in the order that was', async () => {
    const { columns, made } = await transform([
      step('select', { columns: ['total', 'id'] }),
      step('rename', { columns: [{ column: 'total', to: 'Sum "net"' }] }),
    ])
    expect(columns).toEqual(['Sum "net"', 'id'])
    expect(made[0]).toEqual(['12.50', '1'])
  })

  it('are computed with from their exact values', async () => {
    const compute = (expression: string) => [step('compute', { columns: [{ name: 'x', expression }] })]
    const x = async (expression: string) =>
      (await made([...compute(expression), step('select', { columns: ['x'] })], ROWS.slice(0, 1)))[0]
    expect(await x('total * 3')).toEqual(['37.5'])
    expect(await x('total + 0.25')).toEqual(['12.75'])
    expect(await x('9223372036854775806 + id')).toEqual(['9223372036854775807'])
    expect(await x("{'a': [1, NULL], 'b': email}")).toEqual(['{"a":[1,null],"b":"ada@example.com"}'])
    expect(await x("TIMESTAMPTZ '2024-03-31 02:30:00.123456+02'")).toEqual(['2024-03-31 00:30:00.123456+00'])
    expect(await x("'a' || chr(9) || chr(92) || 'N'")).toEqual(['a\t\\N'])
    expect(await x("'\\x41\\x00'::BLOB")).toEqual(['\\x4100'])
    expect(await x('id / 2')).toEqual(['0.5'])
    expect(await x('id > 0')).toEqual(['t'])
  })

  it('are masked: hashed with the salt, emptied, or shown at the end only', async () => {
    const mask = (method: string) => made([step('mask', { columns: [{ column: 'email', method }] })])
    const emails = async (method: string) => (await mask(method)).map((row) => row[1])
    expect(await emails('partial')).toEqual(['***********.com', null, '****************here', '***********.com'])
    expect(await emails('redact')).toEqual([null, null, null, null])
    const hash = createHash('sha256').update('pepperada@example.com').digest('hex')
    expect(await emails('hash')).toEqual([hash, null, expect.stringMatching(/^[0-9a-f]{64}$/), hash])
  })

  it('are joined, grouped, sorted, cut off and queried', async () => {
    const join = step('join', { stream: 'customers', rows: 'matching', on: [{ column: 'email', other: 'email' }] })
    expect(await made([join, step('select', { columns: ['id', 'name'] })])).toEqual([
      ['1', 'Ada'],
      ['4', 'Ada'],
    ])
    const all = step('join', { stream: 'customers', rows: 'all', on: [{ column: 'email', other: 'email' }] })
    expect(await made([all, step('sort', { by: [{ column: 'id', direction: 'ascending' }] })])).toEqual(
      ROWS.map((row, index) => [...row, index % 3 === 0 ? 'Ada' : null]),
    )
    expect(
      await made([
        step('aggregate', { by: ['email'], measures: [{ function: 'count', name: 'orders' }] }),
        step('sort', { by: [{ column: 'orders', direction: 'descending' }] }),
        step('limit', { rows: 1 }),
      ]),
    ).toEqual([['ada@example.com', '2']])
    const keep = [{ column: 'id', direction: 'descending' }]
    const last = await made([step('deduplicate', { by: ['email'], keep }), step('sort', { by: keep })])
    expect(last.map(([id]) => id)).toEqual(['4', '3', '2'])
    expect(await made([step('sql', { query: 'select sum(id) s, count(*) n from input' })])).toEqual([['10', '4']])
  })

  it('keep their first row alone where a value appears again', async () => {
    const sort = step('sort', { by: [{ column: 'id', direction: 'ascending' }] })
    expect(await made([step('deduplicate', { by: ['email'] }), sort])).toEqual(ROWS.slice(0, 3))
  })
})

describe('a value that cannot be held exactly', () => {
  it('ends the run with its row, column and rule, once a step works with it', async () => {
    await expect(made([step('filter', { where: 'total > 1' })])).rejects.toMatchObject({
      problem: { code: 'VALUE_NOT_REPRESENTABLE', message: expect.stringMatching(/^orders: row 3, column "total"/) },
    })
  })

  it('ends the run with the step that was to change its type', async () => {
    const cast = step('cast', { columns: [{ column: 'email', type: 'integer' }] })
    await expect(made([cast])).rejects.toMatchObject({
      problem: { message: 'orders: row 1, column "email": the value is no whole number of 64 bits.', node: cast.id },
    })
  })
})
