import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ValueType } from '../../src/engine/ports/value-type.ts'
import { says } from '../support/says.ts'
import { entity, freshSheets, moveIntoSheets, moveOutOfSheets, type Sheets, staging } from './move-sheets.ts'

const TEXT: ValueType = { kind: 'text' }
const INTEGER: ValueType = { kind: 'integer', bits: 64 }

let sheets: Sheets

beforeEach(async () => {
  sheets = await freshSheets()
  sheets.google.put('Front', [['kept']])
})

afterEach(() => sheets.google.stop())

describe('values', () => {
  const into = async (value: ValueType, texts: readonly (string | null)[]) => {
    const rows = texts.map((text) => [text])
    const result = await moveIntoSheets(sheets, { 'sheets.Out': { columns: { v: value }, rows } })
    expect(result.streams[0]?.error).toBeUndefined()
    const cells =
      sheets.google
        .rows('Out')
        ?.slice(1)
        .map(([cell]) => cell ?? null) ?? []
    return [...cells, ...texts.slice(cells.length).map(() => null)]
  }

  it('that look like formulas, dates or numbers stay the texts that they are', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\0=1',
      '007',
      '1E5',
      '3/4',
      'TRUE',
      '12345678901234567890',
      "'quoted",
      '#N/A',
    ]
    expect(await into(TEXT, texts)).toEqual(texts)
    expect(sheets.google.contents('Out').some((content) => typeof content === 'object')).toBe(false)
    expect((await moveOutOfSheets(sheets, ['sheets.Out'])).received.get('sheets.Out')).toEqual(
      texts.map((text) => [text]),
    )
  })

  it('-0 is 0, and the run says so', async () => {
    const columns: Readonly<Record<string, ValueType>> = { v: { kind: 'float', bits: 64 }, w: TEXT }
    const { streams, log } = await moveIntoSheets(sheets, {
      'sheets.Out': {
        columns,
        rows: [
          ['-0', '-0'],
          ['-0', 'a'],
        ],
      },
    })
    expect(streams[0]?.status).toBe('succeeded')
    expect(sheets.google.rows('Out')?.slice(1)).toEqual([
      [0, '-0'],
      [0, 'a'],
    ])
    expect(log).toContain('2 values of "v" are -0 at the source and 0 in the destination, which has no -0.')
  })

  it.each<[string, ValueType, readonly (string | null)[], readonly unknown[]]>([
    ['booleans', { kind: 'boolean' }, ['t', 'f', null], [true, false, null]],
    [
      'integers',
      INTEGER,
      ['0', '-12', '9007199254740991', '9007199254740992', '-9223372036854775808'],
      [0, -12, 9_007_199_254_740_991, '9007199254740992', '-9223372036854775808'],
    ],
    [
      'decimals',
      { kind: 'decimal' },
      ['12.50', '-0.001', '123456789012345.6', '0.1234567890123456789', 'NaN'],
      [12.5, -0.001, '123456789012345.6', '0.1234567890123456789', 'NaN'],
    ],
    ['floats', { kind: 'float', bits: 64 }, ['1e+308', '0.1', '-Infinity', 'NaN'], [1e308, 0.1, '-Infinity', 'NaN']],
    [
      'dates',
      { kind: 'date' },
      ['2024-03-31', '1900-01-01', '1899-12-31', '9999-12-31', 'infinity', '0044-03-15 BC'],
      [45_382, 2, '1899-12-31', 2_958_465, 'infinity', '0044-03-15 BC'],
    ],
    [
      'times',
      { kind: 'time', precision: 6 },
      ['18:00:00', '23:59:59.999', '23:59:59.999999', '24:00:00'],
      [0.75, 86_399_999 / 86_400_000, '23:59:59.999999', '24:00:00'],
    ],
    [
      'moments',
      { kind: 'timestamp', precision: 6, zoned: false },
      ['2024-03-31 12:00:00', '2024-03-31 12:00:00.123456'],
      [45_382.5, '2024-03-31 12:00:00.123456'],
    ],
    [
      'moments in a zone',
      { kind: 'timestamp', precision: 6, zoned: true },
      ['2024-03-31 12:00:00+00'],
      ['2024-03-31 12:00:00+00'],
    ],
    ['json', { kind: 'json' }, ['{"a": 1.10}', 'null'], ['{"a": 1.10}', 'null']],
    ['bytes', { kind: 'bytes' }, ['\\x00ff'], ['\\x00ff']],
    ['texts and nothing', TEXT, ['', null, ' '], [null, null, ' ']],
  ])('arrive exactly: %s', async (_, value, texts, cells) => {
    expect(await into(value, texts)).toEqual(cells)
  })

  it('are shown as what they are', async () => {
    const columns = { d: { kind: 'date' }, n: { kind: 'decimal', precision: 14, scale: 2 }, t: TEXT } as const
    await moveIntoSheets(sheets, { 'sheets.Out': { columns, rows: [['2024-03-31', '12.50', 'x']] } })
    const row = sheets.google.book.sheets[1]?.cells.get(1)
    expect([0, 1, 2].map((column) => row?.get(column)?.format)).toEqual([
      { type: 'DATE', pattern: 'yyyy-mm-dd' },
      { type: 'NUMBER', pattern: '0.00' },
      { type: 'TEXT' },
    ])
  })

  it('of 50,000 characters fit; longer ones are named by row and column', async () => {
    expect(await into(TEXT, ['x'.repeat(50_000)])).toEqual(['x'.repeat(50_000)])
    const rows = [
      ['1', 'short'],
      ['2', 'y'.repeat(50_001)],
    ]
    const { streams } = await moveIntoSheets(sheets, entity(rows))
    expect(streams[0]?.error).toMatchObject({
      code: 'VALUE_NOT_REPRESENTABLE',
      message: says('Row 2, column “name”: the text has 50,001 characters, and a cell holds at most 50,000.'),
    })
    expect(sheets.google.rows('Out')?.length).toBe(2)
    expect(staging(sheets)).toEqual([])
  })
})
