import { type Sentence, sentence } from './sentence.ts'
import { allOf } from './sentence-lists.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** People count this many seconds; a longer time they tell in minutes. */
const MAX_SECONDS = 90

/**
 * A length of time as people tell it: “45 seconds”, “44 minutes”, “2 hours and 5 minutes”. Rounded up, because whoever waits that long has waited long enough.
 * German has the days in the accusative: a sentence that needs another case (“in 2 Tagen”) does not get times of more than a day.
 */
export function durationWords(seconds: number): Sentence {
  if (seconds <= MAX_SECONDS) return secondsInWords(Math.ceil(seconds))
  if (seconds <= HOUR - MINUTE) return minutesInWords(Math.ceil(seconds / MINUTE))
  if (seconds <= DAY - MINUTE) {
    const minutes = Math.ceil(seconds / MINUTE)
    return pair(hoursInWords(Math.floor(minutes / 60)), minutes % 60 > 0 && minutesInWords(minutes % 60))
  }
  const hours = Math.ceil(seconds / HOUR)
  return pair(daysInWords(Math.floor(hours / 24)), hours % 24 > 0 && hoursInWords(hours % 24))
}

const pair = (large: Sentence, small: Sentence | false): Sentence =>
  small === false ? large : sentence`${allOf([large, small])}`

const secondsInWords = (count: number) => (count === 1 ? sentence`1 second` : sentence`${count} seconds`)
const minutesInWords = (count: number) => (count === 1 ? sentence`1 minute` : sentence`${count} minutes`)
const hoursInWords = (count: number) => (count === 1 ? sentence`1 hour` : sentence`${count} hours`)
const daysInWords = (count: number) => (count === 1 ? sentence`1 day` : sentence`${count} days`)
