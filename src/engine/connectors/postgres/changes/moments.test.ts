import { describe, expect, it } from 'vitest'
import { postgresMoments } from './moments.ts'

const { sees, isAfter } = postgresMoments

describe('a moment', () => {
  it.each([
    ['9', true],
    ['10', false],
    ['11', true],
    ['12', false],
    ['15', false],
    ['16', false],
  ])('sees transaction %s: %s', (transaction, expected) => {
    expect(sees('10:15:10,12', transaction)).toBe(expected)
  })

  it('sees the same although numbers begin again after four thousand million', () => {
    const turn = 1n << 32n
    expect(sees(`${turn + 2n}:${turn + 5n}:`, '4294967290')).toBe(true)
    expect(sees(`${turn + 2n}:${turn + 5n}:`, '3')).toBe(true)
    expect(sees(`${turn - 5n}:${turn - 2n}:`, '7')).toBe(false)
  })

  it('is after another when all that had begun then is over', () => {
    expect(isAfter('15:18:', '10:15:12')).toBe(true)
    expect(isAfter('14:18:14', '10:15:12')).toBe(false)
  })
})
