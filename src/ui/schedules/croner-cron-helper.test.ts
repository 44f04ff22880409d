import { expect, it } from 'vitest'

import { cronHelper } from './croner-cron-helper.ts'

const { inWords, nextRuns, problemOf } = cronHelper

it.each([
  ['0 6 * * 1-5', 'en', 'At 6:00 AM, Monday through Friday'],
  ['0 6 * * 1-5', 'de', 'Um 06:00, Montag bis Freitag'],
  ['*/15 * * * *', 'en', 'Every 15 minutes'],
] as const)('says %s in words (%s)', (cron, locale, words) => {
  expect(inWords(cron, locale)).toBe(words)
})

it.each(['', 'nonsense', '99 * * * *', '* * *'])('has no words for what is no expression (%o)', (cron) => {
  expect(inWords(cron, 'en')).toBeUndefined()
  expect(nextRuns({ cron, timezone: 'UTC' }, 1, new Date())).toEqual([])
})

it('keeps the hour of the time zone when its clocks change', () => {
  const schedule = { cron: '0 6 * * 1-5', timezone: 'Europe/Berlin' }

  expect(nextRuns(schedule, 3, new Date('2026-03-27T00:00Z')).map((at) => at.toISOString())).toEqual([
    '2026-03-27T05:00:00.000Z',
    '2026-03-30T04:00:00.000Z',
    '2026-03-31T04:00:00.000Z',
  ])
})

it.each([
  ['that never comes', { cron: '0 0 30 2 *', timezone: 'UTC' }],
  ['of a time zone that there is not', { cron: '0 6 * * *', timezone: 'Mars/Olympus' }],
])('knows no next run of a schedule %s', (_, schedule) => {
  expect(nextRuns(schedule, 2, new Date())).toEqual([])
})

it('counts a time of day once where clocks are put back, as the server does', () => {
  const schedule = { cron: '30 2,14 * * *', timezone: 'Europe/Berlin' }

  expect(nextRuns(schedule, 2, new Date('2026-10-24T20:00Z')).map((at) => at.toISOString())).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T13:30:00.000Z',
  ])
})

it('says which field of an expression is wrong', () => {
  expect(problemOf('0 6 * * 1-5')).toBeUndefined()
  expect(problemOf('0 25 * * *')).toEqual({ kind: 'field', field: 'hour', value: '25' })
  expect(problemOf('0 0 30 2 *')).toEqual({ kind: 'never' })
})
