import { describe, expect, it } from 'vitest'

import { slowdownBy } from './watch-machine.ts'

describe('how much longer everything takes', () => {
  it('is told of the work of others alone', () => {
    expect(slowdownBy({ all: 1_000, busy: 900, own: 900 })).toBe(1)
    expect(slowdownBy({ all: 1_000, busy: 1_000, own: 500 })).toBe(2)
    expect(slowdownBy({ all: 1_000, busy: 800, own: 0 })).toBeCloseTo(5)
  })

  it('has an end, at which nothing is measured any more', () => {
    expect(slowdownBy({ all: 1_000, busy: 1_000, own: 0 })).toBeCloseTo(10)
    expect(slowdownBy({ all: 0, busy: 0, own: 0 })).toBe(1)
  })
})
