import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { RowEncoder } from '../../formats/common-text/row-encoder.ts'
import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { RowFile } from './row-file.ts'

let folder: string
let duckdb: OpenDuckdb

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-rows-'))
  duckdb = await openDuckdb(folder)
})

afterAll(async () => {
  duckdb.close()
  await rm(folder, { recursive: true })
})

const batchOf = (rows: readonly (readonly (string | null)[])[], before = 0) => {
  const encoder = new RowEncoder()
  for (const row of rows) encoder.add(row)
  return { frames: encoder.take().frames, rows: rows.length, before }
}

it('gives every field back as it was encoded, with the number of its row, however long a line is', async () => {
  const long = 'x'.repeat(1_000_000)
  const file = new RowFile(join(folder, 'a'), 10_000_000)
  file.add(
    batchOf([
      ['\ufeff"', ''],
      [null, ' "a" '],
    ]),
  )
  file.add(batchOf([[long, '\r\n\t\\ 🚂']], 2))
  const { connection } = duckdb
  const rows = (
    await connection.runAndReadAll(`SELECT '>' || r0, r1, n::INTEGER FROM ${file.rows(['r0', 'r1'])}`)
  ).getRows()
  expect(rows).toEqual([
    ['>\ufeff"', '', 1],
    [null, ' "a" ', 2],
    [`>${long}`, '\\r\\n\\t\\\\ 🚂', 3],
  ])
  const first = await connection.runAndReadAll(`SELECT r0 FROM ${file.rows(['r0', 'r1'])} WHERE n = 3`)
  expect(first.getRows()).toEqual([[long]])
  file.close()
})

it('takes no more than it may', () => {
  const file = new RowFile(join(folder, 'b'), 100)
  expect(file.add(batchOf([['x'.repeat(20)]]))).toBe(true)
  expect(file.add(batchOf([['x'.repeat(60)]], 1))).toBe(false)
  file.close()
})
