import { expect, it } from 'vitest'

import { formatsOf } from './formats.ts'

const { bytes, compact, duration, number, relative } = formatsOf('en')
const NOW = Date.parse('2026-01-01T12:00:00Z')

it.each([
  [0, '0ms'],
  [850, '850ms'],
  [1_234, '1.2s'],
  [999.7, '1s'],
  [59_400, '59s'],
  [59_700, '1m'],
  [75_000, '1m 15s'],
  [120_000, '2m'],
  [3 * 3_600_000 + 5 * 60_000, '3h 5m'],
  [6 * 3_600_000, '6h'],
  [7 * 24 * 3_600_000, '7d'],
  [27 * 3_600_000, '1d 3h'],
])('writes %d milliseconds as %s', (milliseconds, written) => {
  expect(duration(milliseconds)).toBe(written)
})

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [999_960, '1 MB'],
  [22_600_000, '22.6 MB'],
  [1_500_000_000_000, '1.5 TB'],
])('writes %d bytes as %s', (value, written) => {
  expect(bytes(value)).toBe(written)
})

it.each([
  ['2026-01-01T11:59:50Z', 'now'],
  ['2026-01-01T11:57:00Z', '3 minutes ago'],
  ['2026-01-01T11:00:40Z', '59 minutes ago'],
  ['2026-01-01T11:00:20Z', '1 hour ago'],
  ['2026-01-01T09:00:00Z', '3 hours ago'],
  ['2025-12-31T12:20:00Z', 'yesterday'],
  ['2026-01-02T11:40:00Z', 'tomorrow'],
  ['2025-12-31T12:00:00Z', 'yesterday'],
  ['2025-12-02T18:00:00Z', 'last month'],
  ['2025-10-03T12:00:00Z', '3 months ago'],
  ['2025-01-02T12:00:00Z', 'last year'],
])('says of %s that it is %s', (instant, expected) => {
  expect(relative(instant, NOW)).toBe(expected)
})

it('groups digits, and shortens where there is little room', () => {
  expect([number(1_234_567), compact(1_234_567)]).toEqual(['1,234,567', '1.2M'])
})

it('gives what is not shortened no decimal', () => {
  const german = formatsOf('de')

  expect([german.compact(64_915.7), german.compact(2_837), compact(64_915.7), compact(7.25)]).toEqual([
    '64.916',
    '2.837',
    '64.9K',
    '7.3',
  ])
})

it('writes millions so that they are not minutes, in every region', () => {
  expect(['en-GB', 'en-AU', 'en-US'].map((locale) => formatsOf(locale).compact(12_250_248))).toEqual(
    Array(3).fill('12.3M'),
  )
})

it('follows the language', () => {
  const german = formatsOf('de')

  expect([german.number(1_234.5), german.relative('2026-01-01T11:57:00Z', NOW)]).toEqual(['1.234,5', 'vor 3 Minuten'])
})

it.each([
  [1, '1 ms'],
  [850, '850 ms'],
  [1_234, '1,2 Sek.'],
  [75_000, '1 Min. 15 Sek.'],
  [3 * 3_600_000 + 5 * 60_000, '3 Std. 5 Min.'],
  [27 * 3_600_000, '1 Tg. 3 Std.'],
])('writes %d milliseconds with the units that Germans know, as %s', (milliseconds, written) => {
  // A line may break between the units, and not before one.
  expect(formatsOf('de').duration(milliseconds)).toBe(written.replace(/ (?=[a-zA-Z])/g, '\u00a0'))
})

it('names the year of a minute in another year than this one', () => {
  const { minute } = formatsOf('en-US')

  expect(minute('2019-03-05T12:34:00')).toBe('Mar 5, 2019, 12:34 PM')
  expect(minute(`${new Date().getFullYear()}-03-05T12:34:00`)).toBe('Mar 5, 12:34 PM')
})
