import fc from 'fast-check'
import { expect, it } from 'vitest'

import { PacketReader } from './packet-reader.ts'

const packet = (payload: Uint8Array) => {
  const header = Buffer.alloc(4)
  header.writeUIntLE(payload.length, 0, 3)
  return Buffer.concat([header, payload])
}

it('finds every packet, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.integer({ min: 1, max: 30 }), (payloads, step) => {
      const sent = Buffer.concat(payloads.map(packet))
      const found: number[][] = []
      const reader = new PacketReader((bytes, start, end) => found.push([...bytes.subarray(start, end)]))
      for (let at = 0; at < sent.length; at += step) reader.read(sent.subarray(at, at + step))
      expect(found).toEqual(payloads.map((payload) => [...payload]))
    }),
  )
})

it('joins the packets of a payload that is longer than one can be', () => {
  const lengths: number[] = []
  const reader = new PacketReader((_, start, end) => lengths.push(end - start))
  for (const length of [0xffffff, 0xffffff, 0, 3]) reader.read(packet(new Uint8Array(length)))
  expect(lengths).toEqual([2 * 0xffffff, 3])
})
