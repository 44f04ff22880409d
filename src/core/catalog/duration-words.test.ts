import { expect, it } from 'vitest'

import { durationWords } from './duration-words.ts'
import { inEnglish } from './sentence.ts'

it.each([
  [0.4, '1 second'],
  [45, '45 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [2_631, '44 minutes'],
  [3_541, '1 hour'],
  [3_600, '1 hour'],
  [7_500, '2 hours and 5 minutes'],
  [86_341, '1 day'],
  [93_600, '1 day and 2 hours'],
  [172_800, '2 days'],
])('tells %d seconds as people do: %s', (seconds, told) => {
  expect(inEnglish(durationWords(seconds))).toBe(told)
})
