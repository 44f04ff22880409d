import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { ValueType } from '../../src/server/connectors/common-text/value-type.ts'
import { nextFence } from './move-between.ts'
import { freshSheets, moveIntoSheets, moveOutOfSheets, type Sheets } from './move-sheets.ts'

const TEXT: ValueType = { kind: 'text' }
const INTEGER: ValueType = { kind: 'integer', bits: 64 }

let sheets: Sheets

beforeEach(async () => {
  sheets = await freshSheets()
  sheets.google.put('Front', [['kept']])
})

afterEach(() => sheets.google.stop())

const staging = () => sheets.google.titles.filter((title) => title.startsWith('_millrace_'))
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => [String(from + n), `row ${from + n}`])
const entity = (rows: readonly (readonly (string | null)[])[]) => ({
  'sheets.Out': { columns: { id: INTEGER, name: TEXT }, rows },
})
const isCommit = ({ body }: { body: Buffer }) => body.includes('eveloperMetadata')

describe('rows that replace a tab', () => {
  it('make the tab when there is none, seen by people, with a header', async () => {
    const { streams, log } = await moveIntoSheets(sheets, entity(numbers(3)))
    expect(streams[0]).toMatchObject({ status: 'succeeded', rowsWritten: 3 })
    expect(sheets.google.rows('Out')).toEqual([
      ['id', 'name'],
      [0, 'row 0'],
      [1, 'row 1'],
      [2, 'row 2'],
    ])
    expect(sheets.google.book.sheets.map(({ title, hidden }) => [title, hidden])).toEqual([
      ['Front', false],
      ['Out', false],
    ])
    expect(log).toContain('The tab “Out” is made anew.')
  })

  it('leave the tab what it is to formulas elsewhere: the same tab, never smaller', async () => {
    const before = sheets.google.put('Out', [['old', 'old', 'old'], ...numbers(10)])
    await moveIntoSheets(sheets, entity(numbers(2)))
    const [, after] = sheets.google.book.sheets
    expect(after).toMatchObject({ sheetId: before.sheetId, title: 'Out', rowCount: 1_000, columnCount: 26 })
    expect(sheets.google.rows('Out')).toEqual([
      ['id', 'name'],
      [0, 'row 0'],
      [1, 'row 1'],
    ])
    expect(staging()).toEqual([])
  })

  it('may be none: then only the header is left', async () => {
    sheets.google.put('Out', [['old'], ...numbers(10)])
    expect((await moveIntoSheets(sheets, entity([]))).streams[0]).toMatchObject({ status: 'succeeded', rowsWritten: 0 })
    expect(sheets.google.rows('Out')).toEqual([['id', 'name']])
  })

  it('land in cells that were merged, too', async () => {
    sheets.google.put('Out', [['title']]).merges.push({ row: 0, column: 1 })
    await moveIntoSheets(sheets, entity(numbers(1)))
    expect(sheets.google.rows('Out')).toEqual([
      ['id', 'name'],
      [0, 'row 0'],
    ])
  })

  it('grow the tab, and fewer rows do not leave old ones', async () => {
    await moveIntoSheets(sheets, entity(numbers(2_500)))
    await moveIntoSheets(sheets, entity(numbers(5, 100)))
    expect(sheets.google.rows('Out')?.length).toBe(6)
    expect(sheets.google.book.sheets[1]?.rowCount).toBe(2_501)
  })

  it('travel in parts of at most two megabytes, and land in one step', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => [String(n), 'ä'.repeat(10_000)])
    await moveIntoSheets(sheets, entity(rows))
    const writes = sheets.google.requests.filter(({ method }) => method === 'PUT')
    expect(writes.length).toBeGreaterThan(2)
    expect(Math.max(...writes.map(({ body }) => body.length))).toBeLessThanOrEqual(2_000_000)
    expect(sheets.google.requests.filter(isCommit).length).toBe(1)
    expect(sheets.google.rows('Out')?.length).toBe(301)
  })

  it('stay old while the new ones are on their way, and whatever goes wrong', async () => {
    sheets.google.put('Out', [['old'], ['row']])
    const seen: unknown[] = []
    sheets.google.before(
      ({ method }) => method === 'PUT',
      () => seen.push(sheets.google.rows('Out')),
    )
    sheets.google.before(isCommit, () => seen.push(sheets.google.rows('Out')))
    sheets.google.fail(
      { status: 403, body: { error: { code: 403, message: 'protected', status: 'PERMISSION_DENIED' } } },
      isCommit,
    )
    sheets.google.fail(
      { status: 403, body: { error: { code: 403, message: 'protected', status: 'PERMISSION_DENIED' } } },
      isCommit,
    )
    const { streams } = await moveIntoSheets(sheets, entity(numbers(3)))
    expect(seen).toEqual([
      [['old'], ['row']],
      [['old'], ['row']],
    ])
    expect(streams[0]?.error).toMatchObject({ code: 'PERMISSION_MISSING', field: 'spreadsheet_id' })
    expect(sheets.google.rows('Out')).toEqual([['old'], ['row']])
    expect(staging()).toEqual([])
  })
})

describe('rows that are appended', () => {
  const append = { mode: 'append' } as const

  it('go below the last row in which something stands, and move what stands further down', async () => {
    sheets.google.put(
      'Out',
      [
        ['id', 'name'],
        [1, 'one'],
      ],
      { rowCount: 50 },
    )
    await moveIntoSheets(sheets, entity(numbers(2, 7)), append)
    expect(sheets.google.rows('Out')).toEqual([
      ['id', 'name'],
      [1, 'one'],
      [7, 'row 7'],
      [8, 'row 8'],
    ])
    expect(sheets.google.book.sheets[1]?.rowCount).toBe(52)
    expect(staging()).toEqual([])
  })

  it('go by the names of the columns, and bring new ones', async () => {
    sheets.google.put(
      'Out',
      [
        ['name', 'by hand'],
        ['one', 'x'],
      ],
      { rowCount: 2, columnCount: 2 },
    )
    const { log } = await moveIntoSheets(sheets, entity(numbers(1)), append)
    expect(sheets.google.rows('Out')).toEqual([
      ['name', 'by hand', 'id'],
      ['one', 'x', null],
      ['row 0', null, 0],
    ])
    expect(log).toContain('“Out” gets new columns: id.')
  })

  it('start a tab that is new or empty', async () => {
    sheets.google.put('Out', [])
    await moveIntoSheets(sheets, entity(numbers(1)), append)
    await moveIntoSheets(sheets, entity(numbers(1, 5)), append)
    expect(sheets.google.rows('Out')).toEqual([
      ['id', 'name'],
      [0, 'row 0'],
      [5, 'row 5'],
    ])
  })

  it('are refused where a name means two columns', async () => {
    sheets.google.put('Out', [['id', 'name', 'name']])
    const { streams } = await moveIntoSheets(sheets, entity(numbers(1)), append)
    expect(streams[0]?.error).toMatchObject({ code: 'TARGET_CONFLICT', field: 'target' })
  })

  it('land once when the last step was not done', async () => {
    sheets.google.put('Out', [['id', 'name']])
    sheets.google.fail({ status: 503 }, isCommit)
    expect((await moveIntoSheets(sheets, entity(numbers(2)), append)).streams[0]?.status).toBe('succeeded')
    expect(sheets.google.rows('Out')?.length).toBe(3)
  })

  it('are refused when the columns were changed meanwhile', async () => {
    sheets.google.put('Out', [['id', 'name']])
    sheets.google.before(
      ({ method }) => method === 'PUT',
      () => sheets.google.put('Out', [['name', 'id']]),
    )
    expect((await moveIntoSheets(sheets, entity(numbers(2)), append)).streams[0]?.error?.code).toBe('TAB_CHANGED')
    expect(sheets.google.rows('Out')).toEqual([['name', 'id']])
  })
})

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
      message: 'Row 2, column “name”: the text has 50001 characters, and a cell holds at most 50000.',
    })
    expect(sheets.google.rows('Out')?.length).toBe(2)
    expect(staging()).toEqual([])
  })
})

describe('a spreadsheet', () => {
  it('that has no room for ten million cells and one says so, and keeps what it has', async () => {
    sheets.google.put('Out', [['old']], { rowCount: 1_000, columnCount: 26 })
    sheets.google.book.add({ sheetId: 50, title: 'Large', rowCount: 99_400, columnCount: 100 })
    const { streams } = await moveIntoSheets(sheets, entity(numbers(20_000)))
    expect(streams[0]?.error).toMatchObject({ code: 'SPREADSHEET_FULL', field: 'spreadsheet_id' })
    expect(streams[0]?.error?.message).toContain('10000000')
    expect(sheets.google.rows('Out')).toEqual([['old']])
    expect(staging()).toEqual([])
  })

  it('takes at most 18,278 columns', async () => {
    const names = Array.from({ length: 18_279 }, (_, n) => [`c${n}`, TEXT] as const)
    const { streams } = await moveIntoSheets(sheets, { 'sheets.Out': { columns: Object.fromEntries(names), rows: [] } })
    expect(streams[0]?.error?.code).toBe('TOO_MANY_COLUMNS')
    expect(staging()).toEqual([])
  })

  it.each(['', 'x'.repeat(101), '_millrace_x'])('has no tab named “%s”', async (title) => {
    const { streams } = await moveIntoSheets(sheets, entity(numbers(1)), { target: `sheets.${title}` })
    expect(streams[0]?.error?.code).toBe('TARGET_INVALID')
  })
})

describe('an attempt', () => {
  it('that was overtaken by a newer one cannot commit any more', async () => {
    const old = nextFence()
    let newer: Promise<unknown> | undefined
    const between = (row: number) => {
      if (row === 1)
        newer = moveIntoSheets(sheets, entity(numbers(1, 9)), {}, { fence: { ...nextFence(), flowId: old.flowId } })
    }
    const rows = Array.from({ length: 60 }, (_, n) => [String(n), 'z'.repeat(49_000)])
    const { streams } = await moveIntoSheets(sheets, entity(rows), {}, { fence: old, between })
    await newer
    expect(streams[0]?.status).toBe('failed')
    expect(sheets.google.rows('Out')).toEqual([
      ['id', 'name'],
      [9, 'row 9'],
    ])
    expect(staging()).toEqual([])
  })

  it('that is older than what was committed is refused', async () => {
    const old = nextFence()
    await moveIntoSheets(sheets, entity(numbers(1)))
    const { streams } = await moveIntoSheets(sheets, entity(numbers(2)), {}, { fence: old })
    expect(streams[0]?.error?.code).toBe('FENCED')
  })

  it('takes away what attempts that died have left', async () => {
    const dead = nextFence()
    const { connector, endpoint, context, google, clock } = sheets
    const destination = await connector.openDestination?.(endpoint, context())
    const request = { target: 'sheets.Out', columns: [], system: 'postgres', mode: 'replace' } as const
    await destination?.prepare({ ...request, fence: dead })
    await destination?.prepare({
      ...request,
      target: 'sheets.Gone',
      fence: { ...dead, flowId: 'of a flow that was deleted' },
    })
    expect(staging().length).toBe(2)
    await moveIntoSheets(sheets, entity(numbers(1)))
    expect(staging().length).toBe(1)
    await clock.sleep(4 * 86_400_000, new AbortController().signal)
    google.expire()
    await moveIntoSheets(sheets, entity(numbers(1)))
    expect(staging()).toEqual([])
  })

  it('that is cancelled leaves the old rows and no tab of its own', async () => {
    sheets.google.put('Out', [['old']])
    const cancel = new AbortController()
    const between = (row: number) => {
      if (row === 20) cancel.abort()
    }
    const rows = Array.from({ length: 80 }, (_, n) => [String(n), 'z'.repeat(49_000)])
    const { streams } = await moveIntoSheets(
      sheets,
      entity(rows),
      {},
      { context: sheets.context(cancel.signal), between },
    )
    expect(streams[0]?.status).toBe('cancelled')
    expect(sheets.google.rows('Out')).toEqual([['old']])
    expect(staging()).toEqual([])
  })
})

describe('the last step', () => {
  it('that is under way when the run is cancelled is told as what became of it', async () => {
    sheets.google.put('Out', [['old']])
    const cancel = new AbortController()
    sheets.google.before(isCommit, () => cancel.abort())
    const { streams } = await moveIntoSheets(sheets, entity(numbers(1)), {}, { context: sheets.context(cancel.signal) })
    expect(streams[0]?.status).toBe('succeeded')
    expect(sheets.google.rows('Out')).toEqual([
      ['id', 'name'],
      [0, 'row 0'],
    ])
  })
})

describe('the target tab', () => {
  const change = (act: () => void) => {
    sheets.google.put('Out', [['old']])
    sheets.google.before(({ method }) => method === 'PUT', act)
    return moveIntoSheets(sheets, entity(numbers(3)))
  }

  it('that is renamed meanwhile is left alone', async () => {
    const { streams } = await change(() => Object.assign(sheets.google.book.sheets[1] ?? {}, { title: 'Mine' }))
    expect(streams[0]?.error).toMatchObject({ code: 'TAB_CHANGED', field: 'target' })
    expect(sheets.google.rows('Mine')).toEqual([['old']])
    expect(staging()).toEqual([])
  })

  it('that is deleted meanwhile ends the run', async () => {
    const { streams } = await change(() => sheets.google.book.remove(sheets.google.book.sheets[1]?.sheetId))
    expect(streams[0]?.error?.code).toBe('TAB_CHANGED')
    expect(sheets.google.titles).toEqual(['Front'])
  })

  it('keeps its rows when access is taken away meanwhile', async () => {
    const { streams } = await change(() => sheets.google.withdraw())
    expect(streams[0]?.error).toMatchObject({ code: 'REAUTH_REQUIRED', field: 'integration_id' })
    expect(sheets.google.rows('Out')).toEqual([['old']])
  })
})
