import fc from 'fast-check'
import { expect, it } from 'vitest'
import { throughParquet } from '../../../../test/support/parquet.ts'
import { says } from '../../../../test/support/says.ts'
import type { ValueType } from '../../ports/value-type.ts'
import { bigqueryColumns } from './bigquery-column.ts'

const columnOf = (value: ValueType) => bigqueryColumns([{ name: 'v', type: value.kind, nullable: true, value }])

async function staged(value: ValueType, values: readonly string[]): Promise<readonly unknown[]> {
  const rows = await throughParquet(
    columnOf(value),
    values.map((text) => [text]),
  )
  return rows.map(([text]) => text)
}

const digits = (count: number) =>
  fc.bigInt({ min: 0n, max: 10n ** BigInt(count) - 1n }).map((number) => String(number).padStart(count, '0'))

const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, 500)

it.each([
  [38, 9],
  [38, 37],
  [14, 2],
  [18, 0],
  [15, 14],
  [19, 4],
])('decimals of %i digits, %i of them behind the point, arrive digit by digit', async (precision, scale) => {
  const decimal = fc
    .tuple(fc.constantFrom('', '-'), fc.nat(precision - scale).chain(digits), digits(scale))
    .map(([sign, whole, rest]) => {
      const plain = whole.replace(/^0+(?=\d)/, '') || '0'
      const text = scale === 0 ? plain : `${plain}.${rest}`
      return /^[0.]+$/.test(text) ? text : `${sign}${text}`
    })
  const texts = sample(decimal)
  expect(await staged({ kind: 'decimal', precision, scale }, texts)).toEqual(texts)
})

it('whole numbers of 64 bits and numbers as others compute them arrive as they are', async () => {
  const whole = [...sample(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), -(2n ** 63n), 2n ** 63n - 1n, 0n]
  const integers = [...whole.map(String), ...sample(fc.integer()).map(String)]
  expect(await staged({ kind: 'integer', bits: 64 }, integers)).toEqual(integers)

  const numbers = [...sample(fc.double()), -0, 1e308, 5e-324, 0.1].map((number) =>
    Object.is(number, -0) ? '-0' : String(number),
  )
  const read = await staged({ kind: 'float', bits: 64 }, numbers)
  const ofDuckdb = (text: unknown) => Number(String(text).replace(/^(-?)inf$/, '$1Infinity'))
  expect(read.map(ofDuckdb)).toEqual(numbers.map(Number))
})

it('truth values, bytes and times arrive as they are', async () => {
  expect(await staged({ kind: 'boolean' }, ['t', 'f', 'f', 't', 't', 't', 'f', 'f', 't'])).toEqual(
    [true, false, false, true, true, true, false, false, true].map(String),
  )
  expect(await staged({ kind: 'bytes' }, ['\\x', '\\x00ff', '\\x5C'])).toEqual(['', '\\x00\\xFF', '\\x5C'])
  const times = ['00:00:00', '23:59:59.999999', '12:30:00.5']
  expect(await staged({ kind: 'time', precision: 6 }, times)).toEqual(times)
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
  const texts = [...sample(moment), `0001-01-01 00:00:00${zoned ? '+00' : ''}`]
  expect(await staged({ kind: 'timestamp', precision: 6, zoned }, texts)).toEqual(texts)
})

it('every day from the year 1 to 9999 arrives', async () => {
  const day = fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const days = [...sample(day), '0001-01-01', '2000-02-29', '2024-02-29', '1970-01-01', '9999-12-31']
  expect(await staged({ kind: 'date' }, days)).toEqual(days)
})

const moment = { kind: 'timestamp', precision: 6, zoned: true } as const

it.each<[string, ValueType, string]>([
  ['2024-02-31', { kind: 'date' }, 'accepts only dates of the calendar'],
  ['2024-13-01', { kind: 'date' }, 'accepts only dates of the calendar'],
  ['2023-02-29', { kind: 'date' }, 'accepts only dates of the calendar'],
  ['1900-02-29', { kind: 'date' }, 'accepts only dates of the calendar'],
  ['0000-03-01', { kind: 'date' }, 'years 0001 to 9999'],
  ['10000-01-01', { kind: 'date' }, 'years 0001 to 9999'],
  ['0044-03-15 BC', { kind: 'date' }, 'years 0001 to 9999'],
  ['-infinity', { kind: 'date' }, 'years 0001 to 9999'],
  ['infinity', moment, 'years 0001 to 9999'],
  ['2024-02-30 00:00:00+00', moment, 'accepts only dates of the calendar'],
  ['2024-02-29 24:00:00+00', moment, 'to the microsecond'],
  ['2024-02-29 23:59:59.1234567+00', moment, 'to the microsecond'],
  ['2024-02-29 23:59:59+02', moment, 'to the microsecond'],
  ['2024-02-29', moment, 'to the microsecond'],
  ['24:00:00', { kind: 'time', precision: 6 }, '23:59:59.999999'],
  ['12:00:00.', { kind: 'time', precision: 6 }, '23:59:59.999999'],
  ['12:00:00.1234567', { kind: 'time', precision: 6 }, '23:59:59.999999'],
  ['12.5', { kind: 'decimal', precision: 18, scale: 0 }, '18 digits before the point and 0 after it'],
  ['1.234', { kind: 'decimal', precision: 5, scale: 2 }, '3 digits before the point and 2 after it'],
  ['1000', { kind: 'decimal', precision: 5, scale: 2 }, '3 digits'],
  ['1', { kind: 'decimal', precision: 5, scale: 5 }, '0 digits'],
  ['1e3', { kind: 'decimal', precision: 5, scale: 2 }, '3 digits'],
  ['.5', { kind: 'decimal', precision: 5, scale: 2 }, '3 digits'],
  ['', { kind: 'decimal', precision: 5, scale: 2 }, '3 digits'],
  ['-', { kind: 'decimal', precision: 5, scale: 2 }, '3 digits'],
  ['NaN', { kind: 'decimal' }, '29 digits'],
  ['100000000000000000000000000000', { kind: 'decimal' }, '29 digits'],
  ['9223372036854775808', { kind: 'integer', bits: 64 }, '64 bits'],
  ['1.5', { kind: 'integer', bits: 64 }, '64 bits'],
  ['18446744073709551616000', { kind: 'integer', bits: 64, unsigned: true }, '20 digits'],
  ['1e400', { kind: 'float', bits: 64 }, '64 bits'],
  ['0x10', { kind: 'float', bits: 64 }, '64 bits'],
  ['2', { kind: 'boolean' }, 'true and false'],
])('%s is refused in a column of %o, and the row is named', async (text, value, words) => {
  const [column] = columnOf(value)
  expect(column?.refuses(text)).toEqual(says(expect.stringContaining(words)))
  await expect(throughParquet(columnOf(value), [[null], [text]])).rejects.toThrow(`row 2: v ${text}`)
})

it('digits after the point that say nothing are no reason to refuse', async () => {
  expect(await staged({ kind: 'decimal', precision: 5, scale: 2 }, ['1.5', '1.2300000', '7'])).toEqual([
    '1.50',
    '1.23',
    '7.00',
  ])
})
