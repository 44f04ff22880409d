import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { framesOfRows } from './frames-of-rows.ts'
import { type OpenDuckdb, openDuckdb } from './open-duckdb.ts'
import { quoteText } from './quote-sql.ts'

let duckdb: OpenDuckdb

beforeAll(async () => {
  duckdb = await openDuckdb()
})

afterAll(() => duckdb.close())

/** The rows in the messages from the result of a query. */
async function framed(sql: string): Promise<string[]> {
  const rows: string[] = []
  for (const chunk of await (await duckdb.connection.run(sql)).fetchAllChunks()) {
    const frames = framesOfRows(duckdb, chunk)
    for (let at = 0; at < frames.length; ) {
      expect(String.fromCharCode(frames.readUInt8(at))).toBe('d')
      const end = at + 1 + frames.readInt32BE(at + 1)
      expect(frames.readUInt8(end - 1)).toBe(0x0a)
      rows.push(frames.toString('utf8', at + 5, end - 1))
      at = end
    }
  }
  return rows
}

const valuesOf = (rows: readonly string[]) => rows.map((row, n) => `(${n}, ${quoteText(row)})`).join(', ')

it('holds every row as it is, short and long ones in any order', async () => {
  const row = fc.oneof(fc.string({ maxLength: 14 }), fc.string({ unit: 'grapheme', minLength: 12, maxLength: 60 }))
  const rows = fc.array(
    row.map((text) => text.replaceAll('\0', '')),
    { minLength: 1, maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(rows, async (texts) => {
      const table = `(VALUES ${valuesOf(texts)}) AS given(n, text)`
      expect(await framed(`SELECT encode(text) FROM ${table} ORDER BY n`)).toEqual(texts)
      expect(await framed(`SELECT encode(text || '') FROM ${table} ORDER BY n DESC`)).toEqual(texts.toReversed())
    }),
    { numRuns: 50 },
  )
})

it('holds rows that share one value, that hold none, and more of them than DuckDB gives at once', async () => {
  const long = 'x'.repeat(100)
  expect(await framed(`SELECT encode('${long}') FROM range(5000)`)).toEqual(Array(5000).fill(long))
  expect(await framed(`SELECT encode('') FROM range(3)`)).toEqual(['', '', ''])
  const numbered = await framed(`SELECT encode(repeat('row ', 25) || n) FROM range(5000) AS numbers(n) ORDER BY n DESC`)
  expect(numbered).toEqual(Array.from({ length: 5000 }, (_, n) => `${'row '.repeat(25)}${4999 - n}`))
})

it('holds a row of several megabytes beside small ones', async () => {
  const lengths = [1, 3_000_000, 13, 2_000_000, 12]
  const rows = await framed(`SELECT encode(repeat('é', length)) FROM (SELECT unnest([${lengths}]) AS length)`)
  expect(rows.map((row) => row.length)).toEqual(lengths)
})
