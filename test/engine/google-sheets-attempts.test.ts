import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { nextFence } from './move-between.ts'
import { entity, freshSheets, isCommit, moveIntoSheets, numbers, type Sheets, staging } from './move-sheets.ts'

let sheets: Sheets

beforeEach(async () => {
  sheets = await freshSheets()
  sheets.google.put('Front', [['kept']])
})

afterEach(() => sheets.google.stop())

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
    expect(staging(sheets)).toEqual([])
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
    expect(staging(sheets).length).toBe(2)
    await moveIntoSheets(sheets, entity(numbers(1)))
    expect(staging(sheets).length).toBe(1)
    await clock.sleep(4 * 86_400_000, new AbortController().signal)
    google.expire()
    await moveIntoSheets(sheets, entity(numbers(1)))
    expect(staging(sheets)).toEqual([])
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
    expect(staging(sheets)).toEqual([])
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
    expect(staging(sheets)).toEqual([])
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
