import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Field } from '../../ports/value-type.ts'
import { writeFrameHeader } from '../frames/frame-header.ts'
import { RowDecoder } from './row-decoder.ts'
import { RowEncoder } from './row-encoder.ts'

const field = fc.option(
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\\N', '\\', '\\.', '\t', '', 'a\vb\fc')),
)

const encoded = (rows: readonly (readonly Field[])[]) => {
  const encoder = new RowEncoder()
  for (const row of rows) encoder.add(row)
  return encoder.take()
}

describe('rows of common text', () => {
  it('come out as they went in, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 5 })
          .chain((width) => fc.array(fc.array(field, { minLength: width, maxLength: width }), { maxLength: 20 })),
        fc.integer({ min: 1, max: 50 }),
        (rows, step) => {
          const { frames, rows: count } = encoded(rows)
          const decoder = new RowDecoder()
          const out: (readonly Field[])[] = []
          for (let at = 0; at < frames.length; at += step) out.push(...decoder.push(frames.subarray(at, at + step)))
          expect(count).toBe(rows.length)
          expect(out).toEqual(rows)
        },
      ),
    )
  })

  it('are refused unless each ends with its message and has as many fields as the others', () => {
    const message = (text: string) => {
      const frame = Buffer.concat([Buffer.alloc(5), Buffer.from(text)])
      writeFrameHeader(frame, 0, frame.length)
      return frame
    }
    const read = (...rows: string[]) => new RowDecoder().push(Buffer.concat(rows.map(message)))
    expect(read('1\t2\n', '3\t4\n')).toHaveLength(2)
    for (const row of ['3\t4', '3\t4\n5\t6\n', '3\t4\n5', '']) expect(() => read('1\t2\n', row)).toThrow('does not end')
    for (const row of ['3\n', '3\t4\t5\n']) expect(() => read('1\t2\n', row)).toThrow('different numbers of fields')
  })

  it('tell NULL from the text that looks like it, and from nothing', () => {
    const { frames } = encoded([[null, '\\N', '']])
    expect(frames.toString('utf8', 5)).toBe('\\N\t\\\\N\t\n')
  })

  it('are refused when a text is not valid UTF-8, because other letters would take its place', () => {
    const { frames } = encoded([
      ['a', '\ufffd'],
      ['b', 'xyz'],
    ])
    expect(new RowDecoder().push(frames)).toHaveLength(2)
    const broken = Buffer.from(frames.toString('latin1').replace('xyz', '\xed\xa0\x80'), 'latin1')
    expect(() => new RowDecoder().push(broken)).toThrow('Row 2, column 2: the text is not valid UTF-8.')
    expect(new RowDecoder({ showsReplacements: true }).push(broken)).toHaveLength(2)
  })

  it('are refused when they are none', () => {
    expect(() => new RowDecoder().push(Buffer.from([0x64, 0, 0, 0, 1]))).toThrow('a row without an end')
  })
})
