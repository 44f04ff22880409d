import fc from 'fast-check'
import { expect, it } from 'vitest'

import { FrameReader } from './message-reader.ts'

const message = (type: string, body: Uint8Array) => {
  const header = Buffer.alloc(5)
  header.write(type)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

/** Cuts bytes at the given places and reads the pieces. */
function readInPieces(bytes: Buffer, cuts: readonly number[]) {
  const copied: Buffer[] = []
  const messages: string[] = []
  let started = 0
  const reader = new FrameReader({
    onCopyData: (frames, count) => {
      copied.push(Buffer.from(frames))
      started += count
    },
    onMessage: (type, body) => messages.push(`${type}${body.toString('hex')}`),
  })
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (const [n, place] of places.slice(1).entries()) {
    const piece = bytes.subarray(places[n], place)
    if (piece.length > 0) reader.read(piece)
  }
  return { copied: Buffer.concat(copied).toString('hex'), messages, started }
}

it('hands over CopyData untouched and counted, and everything else whole, however the bytes are cut', () => {
  const frame = fc.record({
    type: fc.constantFrom('d', 'd', 'd', 'N', 'c', 'C', 'Z'),
    body: fc.uint8Array({ maxLength: 20 }),
  })
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 40 }), (frames, cuts) => {
      const data = frames.filter(({ type }) => type === 'd').map(({ type, body }) => message(type, body))
      const others = frames
        .filter(({ type }) => type !== 'd')
        .map(({ type, body }) => `${type}${Buffer.from(body).toString('hex')}`)
      const bytes = Buffer.concat(frames.map(({ type, body }) => message(type, body)))
      expect(readInPieces(bytes, cuts)).toEqual({
        copied: Buffer.concat(data).toString('hex'),
        messages: others,
        started: data.length,
      })
    }),
    { numRuns: 2_000 },
  )
})

it('refuses lengths that no message can have', () => {
  expect(() => readInPieces(Buffer.from('d\0\0\0\x03', 'latin1'), [])).toThrow('no answer of Postgres')
  expect(() => readInPieces(Buffer.from('N\x7f\xff\xff\xff', 'latin1'), [])).toThrow('no answer of Postgres')
})
