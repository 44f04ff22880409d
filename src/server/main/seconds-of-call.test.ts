import { expect, it } from 'vitest'

import { secondsOfCall } from './seconds-of-call.ts'

const files = (characters: number) => ({ files: [{ name: 'flows.yaml', text: 'x'.repeat(characters) }] })

it('many files are given more time than a few, up to ten minutes; every other call has two minutes', () => {
  expect(secondsOfCall('applyCode', files(100_000))).toBe(120)
  expect(secondsOfCall('applyCode', files(2_100_000))).toBe(320)
  expect(secondsOfCall('planCode', files(16_000_000))).toBe(600)
  expect(secondsOfCall('discoverConnection', undefined)).toBe(120)
})
