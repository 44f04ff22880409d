import { expect, it } from 'vitest'

import { pauseBeforeNextTry } from './finalize-alert.ts'

it('a message that does not arrive is tried about twenty times in a day, and then no more', () => {
  const pauses: number[] = []
  let age = 0
  for (;;) {
    const pause = pauseBeforeNextTry({ attempts: pauses.length + 1, age, random: 0.5 })
    if (pause === undefined) break
    pauses.push(pause / 1_000)
    age += pause
  }
  expect(pauses.slice(0, 5)).toEqual([15, 30, 60, 120, 240])
  expect(Math.max(...pauses)).toBe(7_200)
  expect(pauses).toHaveLength(19)
  expect(age).toBeLessThanOrEqual(86_400_000)
})

it('tries of many messages are spread', () => {
  const [least = 0, most = 0] = [0, 1].map((random) => pauseBeforeNextTry({ attempts: 1, age: 0, random }))
  expect([least, most]).toEqual([11_250, 18_750])
})
