import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type Field, RowEncoder } from '../common-text/row-encoder.ts'
import type { ValueType } from '../common-text/value-type.ts'
import { type BigqueryColumn, bigqueryColumns } from './bigquery-column.ts'
import { ORDINAL } from './merge-statement.ts'
import { ParquetWriter, type RefusedValue } from './parquet-writer.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parquet-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const texts = (count: number) =>
  bigqueryColumns(
    Array.from({ length: count }, (_, at) => ({
      name: `c${at}`,
      type: 'text',
      nullable: true,
      value: { kind: 'text' },
    })),
  )

const refuse = ({ row, column, text }: RefusedValue) => new Error(`row ${row}: ${column.name} ${text ?? 'is NULL'}`)

function framesOf(rows: readonly (readonly Field[])[]): Buffer {
  const encoder = new RowEncoder()
  for (const row of rows) encoder.add(row)
  return Buffer.from(encoder.take().frames)
}

/** What somebody else reads in a file. */
async function read(file: Buffer): Promise<readonly (readonly unknown[])[]> {
  const path = join(folder, 'read.parquet')
  await writeFile(path, file)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run(`SET TimeZone = 'UTC'`)
    return (await connection.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM '${path}'`)).getRowsJS()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Pushed in pieces of an odd size, as a network cuts them. */
async function through(columns: readonly BigqueryColumn[], rows: readonly (readonly Field[])[]) {
  const writer = await ParquetWriter.open({ columns, required: [], isNumbered: false, folder })
  try {
    const frames = framesOf(rows)
    const piece = Math.max(Math.ceil(frames.length / 7), 1)
    for (let at = 0; at < frames.length; at += piece) writer.add(frames.subarray(at, at + piece))
    return await read(await writer.take(refuse))
  } finally {
    writer.close()
  }
}

async function throughParquet(value: ValueType, values: readonly string[]): Promise<readonly unknown[]> {
  const columns = bigqueryColumns([{ name: 'v', type: value.kind, nullable: true, value }])
  return (
    await through(
      columns,
      values.map((text) => [text]),
    )
  ).map(([text]) => text)
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

it.each([
  ['2024-02-31', 'takes days of the calendar alone'],
  ['2024-13-01', 'takes days of the calendar alone'],
  ['2023-02-29', 'takes days of the calendar alone'],
  ['0000-03-01', 'is outside of what its type holds (years 0001 to 9999)'],
])('the day %s is refused, because there is none', (day, words) => {
  const [column] = bigqueryColumns([{ name: 'v', type: 'date', nullable: true, value: { kind: 'date' } }])
  expect(column?.refuses(day)).toBe(words)
  expect(column?.refuses('2024-02-29')).toBeUndefined()
})

describe('rows of text', () => {
  it('arrive as they are, whatever is in them', async () => {
    const hard = [
      '',
      '\\N',
      'N',
      '"',
      '""',
      '\\',
      '\t',
      '\n',
      '\r\n',
      '\b\f\v',
      ' a ',
      '#',
      'a"b\tc\nd\\',
      '🚂',
      'nul\0',
      null,
    ]
    const rows = hard.flatMap((one) => hard.map((other) => [one, 'x', other]))
    expect(await through(texts(3), rows)).toEqual(rows)
  })

  it('arrive when there is but one column, or one value of several megabytes', async () => {
    const rows = [[''], [null], ['a'], [''], ['\n'.repeat(3_000_000)], [null]]
    expect(await through(texts(1), rows)).toEqual(rows)
  })
})

describe('a file', () => {
  it('holds what came since the one before, and numbers go on', async () => {
    const columns = [...texts(1), ORDINAL]
    const writer = await ParquetWriter.open({ columns, required: ['c0'], isNumbered: true, folder })
    try {
      writer.add(framesOf([['a'], ['b']]))
      const first = writer.take(refuse)
      writer.add(framesOf([['c']]))
      expect(await read(await first)).toEqual([
        ['a', '1'],
        ['b', '2'],
      ])
      expect(await read(await writer.take(refuse))).toEqual([['c', '3']])
      writer.add(framesOf([['d'], [null], ['e'], [null]]))
      await expect(writer.take(refuse)).rejects.toThrow('row 5: c0 is NULL')
    } finally {
      writer.close()
    }
  })

  it('is not made when a value does not fit; the first such row is named', async () => {
    const columns = bigqueryColumns([
      { name: 'a', type: 'date', nullable: true, value: { kind: 'date' } },
      { name: 'b', type: 'numeric', nullable: true, value: { kind: 'decimal', precision: 5, scale: 2 } },
    ])
    const fits = ['2020-02-29', '999.99']
    expect(await through(columns, [fits, [null, null]])).toHaveLength(2)
    await expect(through(columns, [fits, ['2020-01-01', '1000'], ['infinity', '1']])).rejects.toThrow('row 2: b 1000')
    await expect(through(columns, [fits, ['2020-01-01', '1.234']])).rejects.toThrow('row 2: b 1.234')
    await expect(through(columns, [fits, ['2023-02-29', '1']])).rejects.toThrow('row 2: a 2023-02-29')
  })
})
