import { describe, expect, it } from 'vitest'

import { readTarHeader, tarHeader } from './tar-header.ts'

describe('the header of a file in a backup', () => {
  it.each([0, 1, 8 ** 11 - 1, 8 ** 11, 2 ** 50])('is read with a size of %i bytes as it was written', (size) => {
    const entry = { name: 'tables/runs.copy.gz', size, time: 1_800_000_000 }
    expect(readTarHeader(tarHeader(entry))).toEqual(entry)
  })

  it('is refused with any of its bits changed', () => {
    const header = tarHeader({ name: 'manifest.json', size: 1234, time: 1_800_000_000 })
    for (let bit = 0; bit < header.length * 8; bit += 1) {
      const changed = Buffer.from(header)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(readTarHeader(changed)).toBeUndefined()
    }
  })
})
