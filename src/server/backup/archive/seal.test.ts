import { randomBytes } from 'node:crypto'
import { buffer as whole } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'

import { seal, unseal } from './seal.ts'

const KEY = randomBytes(32)
const SEALED_CHUNK = 64 * 1024 + 16

async function* pieces(...all: Buffer[]) {
  yield* all
}

const sealed = (content: Buffer, name = 'tables/runs') => whole(seal(KEY, name, pieces(content)))
const unsealed = (content: Buffer, name = 'tables/runs', key = KEY) => whole(unseal(key, name, pieces(content)))

describe('a sealed content', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
    'of %i bytes comes back, in whatever pieces it is read',
    async (size) => {
      const content = randomBytes(size)
      const bytes = await sealed(content)
      expect(size > 32 && bytes.includes(content.subarray(0, 32))).toBe(false)
      const cuts = [bytes.subarray(0, 100), bytes.subarray(100, 70_000), bytes.subarray(70_000)]
      expect(await whole(unseal(KEY, 'tables/runs', pieces(...cuts)))).toEqual(content)
    },
  )

  it('is refused with a changed byte, without its end, in another order, under another name and with another key', async () => {
    const bytes = await sealed(randomBytes(200_000))
    const changed = Buffer.from(bytes)
    changed[150_000] = (changed[150_000] ?? 0) ^ 1
    const swapped = Buffer.concat([
      bytes.subarray(SEALED_CHUNK, 2 * SEALED_CHUNK),
      bytes.subarray(0, SEALED_CHUNK),
      bytes.subarray(2 * SEALED_CHUNK),
    ])
    const wrong = [
      unsealed(changed),
      unsealed(bytes.subarray(0, 2 * SEALED_CHUNK)),
      unsealed(bytes.subarray(0, 10)),
      unsealed(swapped),
      unsealed(bytes, 'tables/flows'),
      unsealed(bytes, 'tables/runs', randomBytes(32)),
    ]
    for (const attempt of wrong) await expect(attempt).rejects.toThrow('is changed')
  })
})
