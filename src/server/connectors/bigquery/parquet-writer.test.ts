import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'

import type { ValueType } from '../common-text/value-type.ts'
import { bigqueryColumns } from './bigquery-column.ts'
import { ParquetWriter } from './parquet-writer.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parquet-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** What somebody else reads in the file that is made of these texts. */
async function throughParquet(value: ValueType, texts: readonly string[]): Promise<readonly unknown[]> {
  const columns = bigqueryColumns([{ name: 'v', type: value.kind, nullable: true, value }])
  const writer = await ParquetWriter.open(columns, folder)
  for (const text of texts) writer.add([text])
  const path = join(folder, 'read.parquet')
  await writeFile(path, await writer.take())
  writer.close()
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run(`SET TimeZone = 'UTC'`)
    const read = await connection.runAndReadAll(`SELECT CAST(v AS VARCHAR) FROM read_parquet('${path}')`)
    return read.getRows().map(([text]) => text)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const digits = (count: number) =>
  fc.bigInt({ min: 0n, max: 10n ** BigInt(count) - 1n }).map((number) => String(number).padStart(count, '0'))

const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, 500)

it.each([
  [38, 9],
  [38, 37],
  [14, 2],
  [18, 0],
])('decimals of %i digits, %i of them behind the point, arrive digit by digit', async (precision, scale) => {
  const decimal = fc
    .tuple(fc.constantFrom('', '-'), digits(precision - scale), digits(scale))
    .map(([sign, whole, rest]) => {
      const plain = whole.replace(/^0+(?=\d)/, '')
      const text = scale === 0 ? plain : `${plain}.${rest}`
      return /^[0.]+$/.test(text) ? text : `${sign}${text}`
    })
  const texts = sample(decimal)
  expect(await throughParquet({ kind: 'decimal', precision, scale }, texts)).toEqual(texts)
})

it.each([true, false])('moments arrive to the microsecond, in a zone: %s', async (zoned) => {
  const moment = fc
    .tuple(
      fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true }),
      fc.integer({ min: 1, max: 999_999 }),
    )
    .map(([date, micros]) => {
      const fraction = String(micros).padStart(6, '0').replace(/0+$/, '')
      return `${date.toISOString().slice(0, 19).replace('T', ' ')}.${fraction}${zoned ? '+00' : ''}`
    })
  const texts = sample(moment)
  expect(await throughParquet({ kind: 'timestamp', precision: 6, zoned }, texts)).toEqual(texts)
})

it.each(['2024-02-31', '0000-03-01', '2024-13-01', '2023-02-29'])(
  'the day %s is refused, because there is none',
  (day) => {
    const [column] = bigqueryColumns([{ name: 'v', type: 'date', nullable: true, value: { kind: 'date' } }])
    expect(column?.refuses(day)).toBe('takes days of the calendar alone')
    expect(column?.refuses('2024-02-29')).toBeUndefined()
  },
)
