import { expect, it } from 'vitest'

import { nextDue } from './next-due.ts'

/** The consecutive times at which a schedule is due, in UTC. */
function dueTimes(cron: string, timezone: string, after: string, count: number): string[] {
  const times: string[] = []
  let at = new Date(after)
  while (times.length < count) {
    const next = nextDue({ cron, timezone }, at)
    if (!next) break
    times.push(next.toISOString().replace(':00.000Z', 'Z'))
    at = next
  }
  return times
}

it.each([
  {
    what: 'a time of day that the clocks skip in spring comes at the next moment that there is, once',
    schedule: ['30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00Z'],
    times: ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
  },
  {
    what: 'a time of day that comes twice in autumn counts once',
    schedule: ['30 2 * * *', 'Europe/Berlin', '2026-10-24T00:00Z'],
    times: ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
  },
  {
    what: 'so it is with several times of day',
    schedule: ['30 2,14 * * *', 'Europe/Berlin', '2026-10-24T13:00Z'],
    times: ['2026-10-25T00:30Z', '2026-10-25T13:30Z', '2026-10-26T01:30Z'],
  },
  {
    what: 'an hourly one goes on every hour when clocks are put forward',
    schedule: ['0 * * * *', 'Europe/Berlin', '2026-03-28T23:30Z'],
    times: ['2026-03-29T00:00Z', '2026-03-29T01:00Z', '2026-03-29T02:00Z'],
  },
  {
    what: 'an hourly one goes on every hour when clocks are put back',
    schedule: ['0 * * * *', 'Europe/Berlin', '2026-10-24T23:30Z'],
    times: ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
  },
  {
    what: 'a zone whose clocks change by half an hour, forward',
    schedule: ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-02T16:00Z'],
    times: ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
  },
  {
    what: 'a zone whose clocks change by half an hour, back',
    schedule: ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-03T15:00Z'],
    times: ['2026-04-04T14:45Z', '2026-04-05T15:15Z'],
  },
  {
    what: 'clocks that change at midnight',
    schedule: ['0 0 * * *', 'America/Santiago', '2026-09-05T00:00Z'],
    times: ['2026-09-05T04:00Z', '2026-09-06T04:00Z', '2026-09-07T03:00Z'],
  },
  {
    what: 'a zone that left out a whole day',
    schedule: ['0 0 * * *', 'Pacific/Apia', '2011-12-28T12:00Z'],
    times: ['2011-12-29T10:00Z', '2011-12-30T10:00Z', '2011-12-31T10:00Z'],
  },
  {
    what: 'a zone a quarter of an hour beside the others',
    schedule: ['0 9 * * *', 'Asia/Kathmandu', '2026-01-01T00:00Z'],
    times: ['2026-01-01T03:15Z', '2026-01-02T03:15Z'],
  },
  {
    what: 'the zone that is furthest ahead',
    schedule: ['0 0 * * 1', 'Pacific/Kiritimati', '2026-01-01T00:00Z'],
    times: ['2026-01-04T10:00Z', '2026-01-11T10:00Z'],
  },
  {
    what: '29 February, in leap years only',
    schedule: ['0 12 29 2 *', 'UTC', '2026-01-01T00:00Z'],
    times: ['2028-02-29T12:00Z', '2032-02-29T12:00Z'],
  },
  {
    what: 'the 31st, in months that have one',
    schedule: ['0 12 31 * *', 'UTC', '2026-01-31T12:00Z'],
    times: ['2026-03-31T12:00Z', '2026-05-31T12:00Z', '2026-07-31T12:00Z'],
  },
  {
    what: 'the last day of the month',
    schedule: ['0 12 L * *', 'UTC', '2026-01-31T12:00Z'],
    times: ['2026-02-28T12:00Z', '2026-03-31T12:00Z'],
  },
  { what: 'a day that never comes', schedule: ['0 0 30 2 *', 'UTC', '2026-01-01T00:00Z'], times: [] },
])('knows when it is due: $what', ({ schedule: [cron = '', timezone = '', after = ''], times }) => {
  expect(dueTimes(cron, timezone, after, times.length || 1)).toEqual(times)
})
