import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { HEADER_BYTES, writeFrameHeader } from './frame-header.ts'
import { FrameWalker } from './frame-walker.ts'

const frameOf = (body: Uint8Array) => {
  const frame = Buffer.concat([Buffer.alloc(HEADER_BYTES), body])
  writeFrameHeader(frame, 0, frame.length)
  return frame
}

describe('frames', () => {
  it('come out as they were written, wherever their bytes are cut', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 })
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), cuts, (bodies, sizes) => {
        const bytes = Buffer.concat(bodies.map(frameOf))
        const found: string[] = []
        const walker = new FrameWalker((from, start, end) => found.push(from.toString('hex', start, end)))
        for (let at = 0, cut = 0; at < bytes.length; cut++) {
          const size = sizes[cut % sizes.length] ?? 1
          const pushed = Buffer.from(bytes.subarray(at, at + size))
          walker.push(pushed)
          // Its memory may be reused.
          pushed.fill(0xff)
          at += size
        }
        expect(found).toEqual(bodies.map((body) => Buffer.from(body).toString('hex')))
      }),
    )
  })

  it('are refused where their length cannot be', () => {
    for (const length of [3, -1, 0x7fffffff]) {
      const frame = frameOf(Buffer.from('a\n'))
      frame.writeInt32BE(length, 1)
      expect(() => new FrameWalker(() => {}).push(frame)).toThrow('a row without an end')
    }
  })
})
