import { describe, expect, it } from 'vitest'

import type { RunLogLine } from './run.ts'
import { fitsLog, logText } from './run-log.ts'

const begun: RunLogLine = { id: 1, at: '2026-01-01T10:00:00.000Z', level: 'info', message: 'Attempt 1 has begun.' }
const refused: RunLogLine = {
  id: 2,
  at: '2026-01-01T10:00:01.000Z',
  level: 'warning',
  entity: 'public.orders',
  message: 'Two rows\nwere rejected.',
}

describe('a line that is written while the log is filtered', () => {
  it('is shown when it has the level, and the words in it or in the name of its table', () => {
    expect(fitsLog(begun, {})).toBe(true)
    expect(fitsLog(begun, { level: 'warning' })).toBe(false)
    expect(fitsLog(refused, { level: 'warning', search: 'REJECTED' })).toBe(true)
    expect(fitsLog(refused, { search: 'orders' })).toBe(true)
    expect(fitsLog(begun, { search: 'orders' })).toBe(false)
  })
})

it('a log that is downloaded has one line of text for each of its own', () => {
  expect(logText([begun, refused])).toBe(
    '2026-01-01T10:00:00.000Z  INFO  Attempt 1 has begun.\n' +
      '2026-01-01T10:00:01.000Z  WARNING  public.orders  Two rows ⏎ were rejected.\n',
  )
})
