import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { RowEncoder } from '../../../formats/common-text/row-encoder.ts'
import { InsertStatements } from './insert-statements.ts'
import { CommonLoadText, PlainLoadText } from './load-text.ts'

const framesOf = (rows: readonly (readonly (string | null)[])[]) => {
  const encoder = new RowEncoder()
  for (const row of rows) encoder.add(row)
  return encoder.take().frames
}

const textOf = (changes: ConstructorParameters<typeof CommonLoadText>[0], frames: Buffer, step = 7) => {
  const text = new CommonLoadText(changes)
  const parts: Buffer[] = []
  for (let at = 0; at < frames.length; at += step) parts.push(...text.push(frames.subarray(at, at + step)))
  return Buffer.concat([...parts, ...text.take()]).toString()
}

/** Reads like LOAD DATA: a backslash has a special meaning only before these letters; before all others it is dropped. */
const asMysqlReads = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      line
        .split('\t')
        .map((field) =>
          field === '\\N'
            ? null
            : field.replace(
                /\\(.)/gs,
                (_, letter: string) => ({ n: '\n', t: '\t', r: '\r', b: '\b' })[letter] ?? letter,
              ),
        ),
    )

describe('common text, on its way into LOAD DATA', () => {
  it('is read by MySQL as it was meant, wherever it is cut', () => {
    const field = fc.option(fc.oneof(fc.string(), fc.constantFrom('\\N', '\f\v\b', '\t\n\r\\', '')))
    fc.assert(
      fc.property(fc.array(fc.tuple(field, field)), fc.integer({ min: 1, max: 40 }), (rows, step) => {
        expect(asMysqlReads(textOf(['none', 'none'], framesOf(rows), step))).toEqual(rows)
      }),
    )
  })

  it('spells booleans, bytes and moments as MySQL does', () => {
    const rows = [
      ['t', '\\x00ff', '2024-03-31 02:30:00.5+00'],
      ['f', '\\x', 'infinity'],
      [null, null, null],
    ]
    expect(textOf(['boolean', 'hex', 'utc'], framesOf(rows))).toBe(
      '1\t00ff\t2024-03-31 02:30:00.5\n0\t\tinfinity\n\\N\t\\N\t\\N\n',
    )
  })

  it('spells the largest number of a float as one that MySQL takes', () => {
    const rows = [['3.4028235e+38'], ['-3.4028235e38'], ['3.4028235e+37'], ['3.4028235'], ['0'], [null]]
    expect(textOf(['float'], framesOf(rows))).toBe('3.4028234e+38\n-3.4028234e38\n3.4028235e+37\n3.4028235\n0\n\\N\n')
    expect(Math.fround(3.4028234e38)).toBe(Math.fround(3.4028235e38))
  })

  it('spells them so wherever they stand in a row', () => {
    const field = fc.option(fc.oneof(fc.string(), fc.constant('\t')))
    fc.assert(
      fc.property(fc.array(field, { maxLength: 6 }), fc.array(field, { maxLength: 6 }), (before, after) => {
        const none = (texts: readonly unknown[]) => texts.map(() => 'none' as const)
        const changes = [...none(before), 'boolean', ...none(before), 'utc', ...none(after)] as const
        const row = (paid: string, at: string) => [...before, paid, ...before, at, ...after]
        const frames = framesOf([row('t', '2024-03-31 02:30:00+00'), row('f', 'infinity')])
        expect(asMysqlReads(textOf(changes, frames, frames.length))).toEqual([
          row('1', '2024-03-31 02:30:00'),
          row('0', 'infinity'),
        ])
      }),
    )
  })

  it('does not look for values before a row that has too few of them', () => {
    const changes = ['none', 'none', 'none', 'none', 'boolean', 'none'] as const
    expect(textOf(changes, framesOf([['a', 'b'], ['c']]), 10_000)).toMatch(/^.*\n.*\n$/)
  })

  it('spells them so beside texts of any letters, however much comes at once', () => {
    const rows = ['plain', 'a\fb\v', '\\f', null, 'x'.repeat(300)].map((text) => [text, 't', text])
    for (const step of [1, 50, 10_000]) {
      expect(asMysqlReads(textOf(['none', 'boolean', 'none'], framesOf(rows), step))).toEqual(
        rows.map(([text]) => [text, '1', text]),
      )
    }
  })
})

it('takes only the headers off text that is MySQL’s own', () => {
  const text = new PlainLoadText()
  const frames = Buffer.concat([
    Buffer.from([0x64, 0, 0, 0, 8]),
    Buffer.from('1\ta\n'),
    Buffer.from([0x64, 0, 0, 0, 6]),
    Buffer.from('2\n'),
  ])
  const parts: Buffer[] = []
  for (let at = 0; at < frames.length; at += 3) parts.push(...text.push(frames.subarray(at, at + 3)))
  expect(Buffer.concat(parts).toString()).toBe('1\ta\n2\n')
})

describe('INSERT statements', () => {
  const fields = [
    { column: 'id', change: 'none' },
    { column: 'b`c', change: 'none', wrap: (text: string) => `UNHEX(${text})` },
  ] as const

  it('hold the rows of the text, quoted', () => {
    const statements = new InsertStatements('t', fields, false, 1_000_000)
    expect(statements.push(Buffer.from(`it's\\t\t00`))).toEqual([])
    expect(statements.push(Buffer.from('ff\n\\N\t\\N\n'))).toEqual([])
    expect(statements.take().map(({ statement, rows }) => [statement.toString(), rows])).toEqual([
      [`INSERT INTO t (\`id\`, \`b\`\`c\`) VALUES ('it''s\\t',UNHEX('00ff')),(NULL,NULL)`, 2],
    ])
    expect(statements.take()).toEqual([])
  })

  it('stay below what the server takes', () => {
    const statements = new InsertStatements('t', fields, true, 1024 + 200)
    const full = statements.push(Buffer.from(`${'x'.repeat(50)}\t\n`.repeat(10)))
    const all = [...full, ...statements.take()]
    expect(all.reduce((sum, { rows }) => sum + rows, 0)).toBe(10)
    expect(Math.max(...all.map(({ statement }) => statement.length))).toBeLessThanOrEqual(200)
  })
})
