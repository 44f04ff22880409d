import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { freshSheets, moveOutOfSheets, type Sheets } from './move-sheets.ts'

let sheets: Sheets

beforeEach(async () => {
  sheets = await freshSheets()
})

afterEach(() => sheets.google.stop())

const discover = () => sheets.connector.discover(sheets.endpoint, sheets.context())

/** The rows of one tab as they arrive. */
const read = async (title: string) => {
  const result = await moveOutOfSheets(sheets, [`sheets.${title}`])
  return { ...result, rows: result.received.get(`sheets.${title}`), error: result.streams[0]?.error }
}

const columnsOf = async (title: string) =>
  (await discover()).find(({ name }) => name === `sheets.${title}`)?.columns.map(({ name, type }) => [name, type])

describe('the tabs of a spreadsheet', () => {
  it('are entities named sheets.<title>, in their order, without charts and our own', async () => {
    const { google } = sheets
    google.put('Orders', [['id']])
    google.put('v1.2 data', [['a']])
    google.book.add({ sheetId: 90, title: 'Chart', sheetType: 'OBJECT' })
    google.book.add({ sheetId: 91, title: '_millrace_0123456789ab_7_1', hidden: true })
    google.put("It's 100 %!", [['b']])
    const names = (await discover()).map(({ name, kind }) => [name, kind])
    expect(names).toEqual([
      ['sheets.Orders', 'sheet'],
      ['sheets.v1.2 data', 'sheet'],
      ["sheets.It's 100 %!", 'sheet'],
    ])
  })

  it('may be named without the prefix; a name from the list means what it meant there', async () => {
    const { google } = sheets
    google.put('Orders', [['a'], ['plain']])
    google.put('sheets.Orders', [['a'], ['prefixed']])
    const { received } = await moveOutOfSheets(sheets, ['Orders', 'sheets.Orders', 'sheets.sheets.Orders'])
    expect(Object.fromEntries(received)).toEqual({
      Orders: [['plain']],
      'sheets.Orders': [['plain']],
      'sheets.sheets.Orders': [['prefixed']],
    })
  })

  it('are all moved when nothing is chosen, except those without a cell', async () => {
    sheets.google.put('A', [['a'], [1]])
    sheets.google.put('Empty', [])
    const { streams } = await moveOutOfSheets(sheets, [])
    expect(streams.map(({ entity, status }) => [entity, status])).toEqual([['sheets.A', 'succeeded']])
  })

  it('without a cell have no columns, which is said when one is chosen', async () => {
    sheets.google.put('Empty', [])
    expect((await read('Empty')).error).toMatchObject({ code: 'ENTITY_EMPTY' })
  })

  it('that are gone are named', async () => {
    sheets.google.put('A', [['a']])
    expect((await read('B')).error).toMatchObject({ code: 'ENTITY_NOT_FOUND' })
  })
})

describe('the header', () => {
  it('names columns: twice the same is numbered, blank over data takes its letter, blank over nothing is no column', async () => {
    sheets.google.put('T', [
      ['Name', null, 'name', ' Name ', null, 2026],
      ['a', 'b', 'c', 'd', null, 'f'],
    ])
    expect((await columnsOf('T'))?.map(([name]) => name)).toEqual(['Name', 'column_B', 'name_2', 'Name_3', '2026'])
    expect((await read('T')).rows).toEqual([['a', 'b', 'c', 'd', 'f']])
  })

  it('that is an error names nothing', async () => {
    sheets.google.put('T', [[{ error: '#REF!' }], ['a']])
    expect(await columnsOf('T')).toEqual([['column_A', 'text']])
  })
})

describe('rows', () => {
  it('that are shorter or longer than others, or empty in the middle, move no column', async () => {
    sheets.google.put('T', [['a', 'b', 'c'], ['1a'], [], [null, null, '3c', '3d'], [null, '4b']])
    expect((await read('T')).rows).toEqual([
      ['1a', null, null, null],
      [null, null, '3c', '3d'],
      [null, '4b', null, null],
    ])
  })

  it('in which formulas show nothing are no rows', async () => {
    const nothing = { formula: '=IF(A9="","",1)', result: '' }
    sheets.google.put('T', [
      ['a', 'n'],
      ['x', nothing],
      [nothing, nothing],
    ])
    expect((await read('T')).rows).toEqual([['x', '']])
  })

  it('of a large tab are read page by page, each once', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => [n, `row ${n}`, n / 4, null, n % 2 === 0])
    sheets.google.put('T', [['n', 't', 'q', 'e', 'b'], ...rows], { rowCount: 4_000, columnCount: 26 })
    const { rows: moved } = await read('T')
    expect(moved?.length).toBe(3_000)
    expect(moved?.at(0)).toEqual(['0', 'row 0', '0', null, 't'])
    expect(moved?.at(-1)).toEqual(['2999', 'row 2999', '749.75', null, 'f'])
    expect(new Set(moved?.map(([n]) => n)).size).toBe(3_000)
  })
})

describe('cells', () => {
  it('keep their types where a column has one', async () => {
    const { google } = sheets
    google.put('T', [
      ['text', 'integer', 'number', 'boolean', 'date', 'moment', 'time', 'duration'],
      ['007', 9_007_199_254_740_991, 0.1, true, 45_382, 45_382.5, 0.75, 1.5],
      ['=1+1', -3, 1e300, false, -1, 45_382 + 1_234 / 86_400_000, 0.999_999_988_4, -0.25],
    ])
    for (const [column, type] of [
      [4, 'DATE'],
      [5, 'DATE_TIME'],
      [6, 'TIME'],
      [7, 'TIME'],
    ] as const)
      google.format('T', column, type, 2, 3)
    expect(await columnsOf('T')).toEqual([
      ['text', 'text'],
      ['integer', 'integer'],
      ['number', 'number'],
      ['boolean', 'boolean'],
      ['date', 'date'],
      ['moment', 'date time'],
      ['time', 'time'],
      ['duration', 'duration'],
    ])
    expect((await read('T')).rows).toEqual([
      ['007', '9007199254740991', '0.1', 't', '2024-03-31', '2024-03-31 12:00:00', '18:00:00', '36:00:00'],
      ['=1+1', '-3', '1e+300', 'f', '1899-12-29', '2024-03-31 00:00:01.234', '23:59:59.999', '-06:00:00'],
    ])
  })

  it('of formulas are what they show, never the formula', async () => {
    sheets.google.put('T', [
      ['sum', 'text'],
      [
        { formula: '=A1+1', result: 42 },
        { formula: '=UPPER("a")', result: 'A' },
      ],
    ])
    expect((await read('T')).rows).toEqual([['42', 'A']])
  })

  it('that hold an error are NULL, and the run says how many and where', async () => {
    sheets.google.put('T', [
      ['n', 't'],
      [1, 'x'],
      [{ formula: '=1/0', result: { error: '#DIV/0!' } }, '#N/A'],
      [{ error: '#N/A' }, 'z'],
    ])
    const { rows, log } = await read('T')
    expect(rows).toEqual([
      ['1', 'x'],
      [null, '#N/A'],
      [null, 'z'],
    ])
    expect(log.join(' ')).toContain('n has 2 cells with an error, read as NULL (the first: #DIV/0! in A3).')
  })

  it('of different kinds in one column are read as texts, and the run says so', async () => {
    sheets.google.put('T', [
      ['mixed', 'numbers'],
      [1.5, 1],
      ['n/a', 2.5],
      [true, 3],
    ])
    const { rows, log } = await read('T')
    expect(rows).toEqual([
      ['1.5', '1'],
      ['n/a', '2.5'],
      ['TRUE', '3'],
    ])
    expect(log.join(' ')).toContain('mixed holds values of different types')
  })

  it('that come late decide the type of their column too', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => [n])
    sheets.google.put('T', [['n'], ...rows, ['last']])
    expect((await read('T')).rows?.at(-1)).toEqual(['last'])
  })
})

describe('a tab that is changed while it is read', () => {
  const large = () => {
    const rows = Array.from({ length: 26_000 }, (_, n) => (n % 1_000 === 0 ? [n, n] : []))
    return sheets.google.put('T', [['a', 'b'], ...rows], { rowCount: 26_001, columnCount: 2 })
  }

  it.each([
    ['gets text among numbers', () => sheets.google.put('T', [[], [null, 'late']]), 'SOURCE_CHANGED'],
    ['loses rows', () => sheets.google.book.sheets[0]?.cells.delete(1_001), 'SOURCE_CHANGED'],
    ['gets another name', () => Object.assign(sheets.google.book.sheets[0] ?? {}, { title: 'U' }), 'ENTITY_NOT_FOUND'],
  ])('and %s ends the run, without a row at the target', async (_, change, code) => {
    large()
    // The first page is asked for twice: to learn the types, and to move the rows.
    let firstPages = 0
    sheets.google.before(({ query }) => (query.get('ranges') ?? '').startsWith("'T'!1:") && ++firstPages === 2, change)
    const { streams, received } = await moveOutOfSheets(sheets, ['sheets.T'])
    expect(streams[0]?.error?.code).toBe(code)
    expect(received.size).toBe(0)
  })

  /** Two pages of rows of texts. */
  const names = Array.from({ length: 26_000 }, (_, n) => [`a${n}`, `b${n}`])
  const put = (rows: readonly (readonly string[])[], header = ['a', 'b']) =>
    sheets.google.put('T', [header, ...rows], { rowCount: 26_001, columnCount: 2 })

  it.each([
    ['is sorted', 1, () => put(names.toReversed())],
    ['is sorted', 2, () => put(names.toReversed())],
    ['gets a row and loses another', 1, () => put([['new', 'new'], ...names.slice(0, -1)])],
    [
      'has columns that exchange their places',
      1,
      () =>
        put(
          names.map(([a, b]) => [b ?? '', a ?? '']),
          ['b', 'a'],
        ),
    ],
    [
      'has columns that exchange their places',
      2,
      () =>
        put(
          names.map(([a, b]) => [b ?? '', a ?? '']),
          ['b', 'a'],
        ),
    ],
  ])('and %s before page %i comes again ends the run', async (_, page, change) => {
    put(names)
    let pages = 0
    sheets.google.before(
      ({ query }) => (query.get('ranges') ?? '').startsWith(`'T'!${page === 1 ? 1 : 25_001}:`) && ++pages === 2,
      change,
    )
    const { streams, received } = await moveOutOfSheets(sheets, ['sheets.T'])
    expect(streams[0]?.error?.code).toBe('SOURCE_CHANGED')
    expect(received.size).toBe(0)
  })

  it('and has only other values in its cells arrives', async () => {
    put(names)
    let pages = 0
    sheets.google.before(
      ({ query }) => (query.get('ranges') ?? '').startsWith("'T'!25001:") && ++pages === 2,
      () => put(names.map(([a]) => [a ?? '', 'computed again'])),
    )
    const { streams, received } = await moveOutOfSheets(sheets, ['sheets.T'])
    expect(streams[0]?.error).toBeUndefined()
    expect(received.get('sheets.T')?.at(-1)).toEqual(['a25999', 'computed again'])
  })

  it('and is small, the last of many, does not take one column for another', async () => {
    for (const title of ['A', 'B', 'C', 'D', 'E'])
      sheets.google.put(title, [
        ['a', 'b'],
        ['1', '2'],
      ])
    let calls = 0
    sheets.google.before(
      ({ query }) => (query.get('ranges') ?? '').startsWith("'E'!1:") && ++calls === 2,
      () =>
        sheets.google.put('E', [
          ['b', 'a'],
          ['2', '1'],
        ]),
    )
    const { streams } = await moveOutOfSheets(
      sheets,
      ['A', 'B', 'C', 'D', 'E'].map((title) => `sheets.${title}`),
    )
    expect(streams.map(({ error }) => error?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'SOURCE_CHANGED',
    ])
  })
})
