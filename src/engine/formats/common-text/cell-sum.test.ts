import { describe, expect, it } from 'vitest'
import { type CellNotation, DIVIDEND, factorOf, NO_VALUE, P } from '../../ports/key-digest.ts'
import { CELL_HASHES, cellNumber } from './cell-number.ts'
import { CellSum } from './cell-sum.ts'

const numberOf = (text: string, notation: CellNotation) =>
  cellNumber(text, notation, CELL_HASHES['crc32'] as (value: string | Buffer) => number)

describe('the number of a value', () => {
  it.each([
    ['1970-01-01', 719_528],
    ['0001-01-01', 366],
    ['2024-02-29', 739_310],
    ['0001-12-31 BC', 365],
    ['infinity', undefined],
  ])('of the day %s is %s', (text, number) => {
    expect(numberOf(text, 'day')).toBe(number)
  })

  it.each([
    ['1970-01-01 00:00:00', 0],
    ['1970-01-01 00:00:00.000001+00', 1],
    ['1969-12-31 23:59:59.999999', -1],
    ['-infinity', undefined],
  ])('of the moment %s is %s', (text, number) => {
    expect(numberOf(text, 'moment')).toBe(number)
  })

  it.each([
    ['12.50', '12.5'],
    ['-3.000', '-3'],
    ['100', '100'],
  ])('of the decimal %s is that of %s', (text, same) => {
    expect(numberOf(text, 'decimal')).toBe(numberOf(same, 'text'))
  })

  it.each([
    ['1e-07', '1', 'digits'],
    ['0.1', '0.1', 'text'],
    ['1234567890123456.5', '12345678901234565', 'digits'],
  ])('of the floating-point number %s is the hash of %s, its %s', (text, hashed) => {
    expect(numberOf(text, 'double')).toBe(numberOf(hashed, 'text'))
  })

  it('is there for what is no number, without an error', () => {
    expect(numberOf('many', 'whole')).toBe(numberOf('many', 'text'))
    expect(numberOf('NaN', 'double')).toBe(1)
    expect(numberOf('-0', 'double')).toBe(0)
    expect(numberOf('', 'filled text')).toBeUndefined()
  })
})

/** As the SQL of `factorOf` computes it, with numbers of any size. */
function rowNumber(row: readonly (string | null)[]): bigint {
  const modulus = BigInt(P)
  const products = row.map(
    (text, at) => (text === null ? BigInt(NO_VALUE) : BigInt(text) % modulus) * BigInt(factorOf(at)),
  )
  const sumOf = (numbers: readonly bigint[]) => numbers.reduce((sum, number) => sum + number, 0n) % modulus
  const parts = [0, 100, 200].map((from) => sumOf(products.slice(from, from + 100)))
  return DIVIDEND % (sumOf(parts) + modulus + 1n)
}

describe('the sum of rows', () => {
  const digest = {
    name: 'crc32',
    columns: ['a', 'b'],
    cells: [
      { notation: 'text', type: 'text' },
      { notation: 'text', type: 'text' },
    ],
  } as const
  const sumOf = (...rows: readonly (readonly (string | null)[])[]) => {
    const sum = new CellSum(digest, ['b', 'a'])
    for (const row of rows) sum.add(row)
    return sum
  }

  it('does not depend on their order', () => {
    expect(sumOf(['x', '1'], ['y', '2']).digest).toBe(sumOf(['y', '2'], ['x', '1']).digest)
  })

  it.each([
    [
      'two rows exchange a cell',
      [
        ['y', '1'],
        ['x', '2'],
      ],
    ],
    [
      'a cell loses its value',
      [
        ['x', '1'],
        ['y', null],
      ],
    ],
    [
      'the cells of a row change places',
      [
        ['1', 'x'],
        ['y', '2'],
      ],
    ],
  ])('changes if %s', (_, rows) => {
    expect(sumOf(...rows).digest).not.toBe(sumOf(['x', '1'], ['y', '2']).digest)
  })

  it('is the one that SQL computes, with any number of columns and signs', () => {
    const columns = Array.from({ length: 230 }, (_, at) => `c${at}`)
    const cells = columns.map(() => ({ notation: 'whole', type: 'bigint' }) as const)
    for (const sign of [1, -1]) {
      const row = columns.map((_, at) => (at % 7 === 0 ? null : String(sign * (at % 2 === 0 ? 1 : -1) * at ** 5)))
      const sum = new CellSum({ name: 'crc32', columns, cells }, columns)
      sum.add(row)
      expect(sum.digest).toBe(String(rowNumber(row)))
    }
  })

  it('names the column that differs', () => {
    const [one, other] = [sumOf(['x', '1'], ['y', '2']), sumOf(['x', '1'], ['z', '2'])]
    expect(one.ofColumns.map((sum, at) => sum === other.ofColumns[at])).toEqual([true, false])
  })
})
