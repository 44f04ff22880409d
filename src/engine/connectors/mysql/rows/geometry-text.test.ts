import fc from 'fast-check'
import { expect, it } from 'vitest'

import { geometryText, TEXT_FOR_GEOMETRY } from './geometry-text.ts'

const bytesOf = (...parts: readonly (number | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? whole(part) : part)))

function whole(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function pair(x: number, y: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeDoubleLE(x)
  bytes.writeDoubleLE(y, 8)
  return bytes
}

const head = (type: number) => bytesOf(Buffer.of(1), type)
const textOf = (bytes: Buffer) => geometryText(bytes, 0, bytes.length)

it.each([
  [-0, 1, 'POINT(-0 1)'],
  [0, 0.1, 'POINT(0 0.1)'],
  [1e15, 123_456_789_012_345, 'POINT(1e15 123456789012345)'],
  [1e-15, 1e-16, 'POINT(0.000000000000001 1e-16)'],
  [-1234.5, -5e-324, 'POINT(-1234.5 -5e-324)'],
])('a point keeps every bit of %s and %s', (x, y, text) => {
  expect(textOf(bytesOf(0, head(1), pair(x, y)))).toBe(text)
})

it('the reference system stands in front, and parts of several have no names', () => {
  const points = bytesOf(head(4), 2, head(1), pair(1, 2), head(1), pair(-0, 4))
  expect(textOf(bytesOf(4326, points))).toBe('SRID=4326;MULTIPOINT(1 2,-0 4)')
  expect(textOf(bytesOf(0, head(7), 2, points, head(7), 0))).toBe(
    'GEOMETRYCOLLECTION(MULTIPOINT(1 2,-0 4),GEOMETRYCOLLECTION EMPTY)',
  )
})

it('any coordinate reads back as the same bits, within the room that is reserved for its text', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(number, number, (x, y) => {
      const bytes = bytesOf(0, head(1), pair(x, y))
      const text = textOf(bytes) ?? ''
      const [one, other] = text.slice('POINT('.length, -1).split(' ').map(Number)
      expect([one, other]).toEqual([x, y])
      expect(text.length).toBeLessThanOrEqual(bytes.length * TEXT_FOR_GEOMETRY)
    }),
  )
})

it('bytes that are cut, too many, big-endian, of an unknown type or of too many levels are no geometry', () => {
  const line = bytesOf(0, head(2), 2, pair(0, 0), pair(1, 1))
  for (let length = 0; length < line.length; length++) expect(textOf(line.subarray(0, length))).toBeUndefined()
  expect(textOf(bytesOf(line, Buffer.of(0)))).toBeUndefined()
  expect(textOf(bytesOf(0, Buffer.of(0, 0, 0, 0, 1), pair(0, 0)))).toBeUndefined()
  expect(textOf(bytesOf(0, head(8), pair(0, 0)))).toBeUndefined()
  expect(textOf(bytesOf(0, head(2), 0xffffffff, pair(0, 0)))).toBeUndefined()
  const deep = Array.from({ length: 5_000 }, () => bytesOf(head(7), 1))
  expect(textOf(bytesOf(0, ...deep, head(1), pair(0, 0)))).toBeUndefined()
})
