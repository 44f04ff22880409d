import fc from 'fast-check'
import { expect, it } from 'vitest'

import { isDescribed, isRowOf } from './guarded-packets.ts'

const HEADER = Buffer.alloc(4)
const text = (value: string) => Buffer.concat([Buffer.of(value.length), Buffer.from(value)])
const NULL = Buffer.of(0xfb)
const long = (value: string) =>
  Buffer.concat([Buffer.of(0xfc, value.length & 0xff, value.length >> 8), Buffer.from(value)])

/** Whether a payload is a row, with such bytes of its neighbours around it. */
function isRow(columns: number, payload: Buffer, neighbours = 1): boolean {
  const around = Buffer.alloc(64, neighbours)
  const buffer = Buffer.concat([around, HEADER, payload, around])
  const start = around.length
  return isRowOf({ buffer, start, end: start + HEADER.length + payload.length }, columns)
}

it('rows, ends of rows and errors come through', () => {
  expect(isRow(3, Buffer.concat([text('1'), NULL, long('x'.repeat(300))]))).toBe(true)
  expect(isRow(1, text(''))).toBe(true)
  expect(isRow(3, Buffer.of(0xfe, 0, 0, 2, 0))).toBe(true)
  expect(isRow(3, Buffer.concat([Buffer.of(0xff, 0x15, 0x04), Buffer.from('#28000denied')]))).toBe(true)
})

it.each([
  ['a text that goes on behind its packet', 1, Buffer.of(9, 0x61)],
  ['a long text that goes on behind its packet', 1, Buffer.of(0xfc, 0xff, 0xff, 0x61)],
  ['a length that goes on behind its packet', 1, Buffer.of(0xfc, 1)],
  ['a length of eight bytes', 1, Buffer.of(0xfe, 1, 0, 0, 0, 0, 0, 0, 1, 0x61)],
  ['fewer texts than columns', 2, text('a')],
  ['more texts than columns', 1, Buffer.concat([text('a'), text('b')])],
  ['no text at all', 1, Buffer.alloc(0)],
  ['a byte that begins no text', 2, Buffer.concat([text('a'), Buffer.of(0xff, 0, 0)])],
  ['half of an end', 1, Buffer.of(0xfe, 0, 0)],
  ['half of an error', 1, Buffer.of(0xff, 1)],
])('%s is no row', (_, columns, payload) => {
  for (const neighbours of [0, 1, 0xfb]) expect(isRow(columns, payload, neighbours)).toBe(false)
})

it('a description that goes on behind its packet is none', () => {
  const around = Buffer.alloc(64, 1)
  const whole = Buffer.concat([...['def', 's', 't', 't', 'c', 'c'].map(text), Buffer.alloc(13)])
  const isGood = (length: number) => {
    const buffer = Buffer.concat([around, HEADER, whole.subarray(0, length), around])
    return isDescribed({ buffer, start: around.length, end: around.length + HEADER.length + length })
  }
  const lengths = Array.from({ length: whole.length }, (_, length) => length)
  expect([isGood(whole.length), lengths.filter(isGood)]).toEqual([true, []])
})

it('whether something is a row never depends on what stands around it', () => {
  const payloads = fc.tuple(fc.nat(4), fc.uint8Array({ maxLength: 40 }))
  fc.assert(
    fc.property(payloads, fc.nat(255), ([columns, bytes], neighbours) => {
      const payload = Buffer.from(bytes)
      expect(isRow(columns, payload, neighbours)).toBe(isRow(columns, payload, 0))
    }),
    { numRuns: 1_000 },
  )
})
