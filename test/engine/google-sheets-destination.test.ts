import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ValueType } from '../../src/engine/ports/value-type.ts'
import { says } from '../support/says.ts'
import { entity, freshSheets, isCommit, moveIntoSheets, numbers, type Sheets, staging } from './move-sheets.ts'

const TEXT: ValueType = { kind: 'text' }

let sheets: Sheets

beforeEach(async () => {
  sheets = await freshSheets()
  sheets.google.put('Front', [['kept']])
})

afterEach(() => sheets.google.stop())

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
    expect(log).toContain('The tab “Out” is created together with its rows.')
  })

  it('are not told to have made a tab if they did not arrive', async () => {
    const { streams } = await moveIntoSheets(sheets, entity([['1', 'x'.repeat(50_001)]]))
    expect(streams[0]).toMatchObject({ status: 'failed' })
    expect(streams[0]?.notes ?? []).toEqual([])
    expect(sheets.google.titles).toEqual(['Front'])
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
    expect(staging(sheets)).toEqual([])
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
    expect(staging(sheets)).toEqual([])
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
    expect(staging(sheets)).toEqual([])
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

describe('a spreadsheet', () => {
  it('that has no room for ten million cells and one says so, and keeps what it has', async () => {
    sheets.google.put('Out', [['old']], { rowCount: 1_000, columnCount: 26 })
    sheets.google.book.add({ sheetId: 50, title: 'Large', rowCount: 99_400, columnCount: 100 })
    const { streams } = await moveIntoSheets(sheets, entity(numbers(20_000)))
    expect(streams[0]?.error).toMatchObject({ code: 'SPREADSHEET_FULL', field: 'spreadsheet_id' })
    expect(streams[0]?.error?.message).toEqual(says(expect.stringContaining('10,000,000')))
    expect(sheets.google.rows('Out')).toEqual([['old']])
    expect(staging(sheets)).toEqual([])
  })

  it('takes at most 18,278 columns', async () => {
    const names = Array.from({ length: 18_279 }, (_, n) => [`c${n}`, TEXT] as const)
    const { streams } = await moveIntoSheets(sheets, { 'sheets.Out': { columns: Object.fromEntries(names), rows: [] } })
    expect(streams[0]?.error?.code).toBe('TOO_MANY_COLUMNS')
    expect(staging(sheets)).toEqual([])
  })

  it.each(['', 'x'.repeat(101), '_millrace_x'])('has no tab named “%s”', async (title) => {
    const { streams } = await moveIntoSheets(sheets, entity(numbers(1)), { target: `sheets.${title}` })
    expect(streams[0]?.error?.code).toBe('TARGET_INVALID')
  })
})
