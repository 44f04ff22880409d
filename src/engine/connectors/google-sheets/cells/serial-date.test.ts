import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  dateSerial,
  dateText,
  isMoment,
  isTimeOfDay,
  isWholeDay,
  timeSerial,
  timestampSerial,
  timestampText,
  timeText,
} from './serial-date.ts'

const FIRST = Date.parse('1900-01-01T00:00:00Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

const moment = fc.integer({ min: FIRST, max: LAST }).map((at) => new Date(at).toISOString())

describe('a date of a spreadsheet', () => {
  it('comes back as the text that it was, to the millisecond', () => {
    fc.assert(
      fc.property(moment, (iso) => {
        const text = `${iso.slice(0, 10)} ${iso.slice(11, 23).replace(/\.?0+$/, '')}`
        const serial = timestampSerial(`${iso.slice(0, 10)} ${iso.slice(11, 23)}`)
        expect(serial === undefined ? undefined : timestampText(serial)).toBe(text)
      }),
    )
  })

  it('without a time is a whole number', () => {
    fc.assert(
      fc.property(moment, (iso) => {
        const serial = dateSerial(iso.slice(0, 10)) ?? Number.NaN
        expect(Number.isInteger(serial) && isWholeDay(serial) && isMoment(serial)).toBe(true)
        expect(dateText(serial)).toBe(iso.slice(0, 10))
      }),
    )
  })

  it('counts from the last but one day of 1899, and has no place for more than four digits of a year', () => {
    expect(dateText(0)).toBe('1899-12-30')
    expect(dateText(-693_593)).toBe('0001-01-01')
    expect(isMoment(-693_594)).toBe(false)
    expect(timestampText(2_958_465.999_999_99)).toBe('9999-12-31 23:59:59.999')
    expect(isMoment(2_958_466)).toBe(false)
  })

  it.each(['2024-02-31', '2023-02-29', '2024-04-31', '2024-13-01', '2024-01-00'])(
    'is none for %s, which stays a text',
    (day) => {
      expect(dateSerial(day)).toBeUndefined()
      expect(timestampSerial(`${day} 12:00:00`)).toBeUndefined()
    },
  )
})

describe('a time of a spreadsheet', () => {
  it('comes back as the text that it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_399_999 }), (milliseconds) => {
        const full = new Date(milliseconds).toISOString().slice(11, 23)
        const serial = timeSerial(full) ?? Number.NaN
        expect(isTimeOfDay(serial)).toBe(true)
        expect(timeText(serial)).toBe(full.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''))
      }),
    )
  })

  it('of more than a day or less than nothing is a duration', () => {
    expect([1.5, -0.25, 1_000].map((serial) => [isTimeOfDay(serial), timeText(serial)])).toEqual([
      [false, '36:00:00'],
      [false, '-06:00:00'],
      [false, '24000:00:00'],
    ])
  })
})

describe('a text that a number of a spreadsheet cannot hold exactly', () => {
  it.each(['1899-12-31', '0044-03-15 BC', 'infinity', '10000-01-01', '2024-3-1', ''])('%s is no date', (text) => {
    expect(dateSerial(text)).toBeUndefined()
  })

  it.each(['24:00:00', '12:00:00.0001', '12:00', '12:00:00+02'])('%s is no time', (text) => {
    expect(timeSerial(text)).toBeUndefined()
  })
})
