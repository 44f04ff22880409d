import { describe, expect, it } from 'vitest'

import { framesOf, keepIn, readParquet, refuse, throughParquet } from '../../../../test/support/parquet.ts'
import { DATE, timestampType } from './moment-types.ts'
import { ParquetFile } from './parquet-file.ts'
import { ParquetWriter } from './parquet-writer.ts'
import { BOOLEAN, DOUBLE, INT64, TEXT } from './plain-types.ts'

const texts = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `c${at}`, stored: TEXT }))
const ordinal = { name: 'n', stored: INT64 }

describe('rows of text', () => {
  it('arrive as they are, whatever is in them', async () => {
    const hard = [
      '',
      '\\N',
      'N',
      '\\',
      '"',
      '\t',
      '\n',
      '\r\n',
      '\b\f\v',
      ' a ',
      'a"b\tc\nd\\',
      '🚂',
      'nul\0',
      '\ufeffmark',
      null,
    ]
    const rows = hard.flatMap((one) => hard.map((other) => [one, 'x', other]))
    expect(await throughParquet(texts(3), rows)).toEqual(rows)
  })

  it('are refused when they are not valid UTF-8', () => {
    const frames = Buffer.from(
      framesOf([['xyz']])
        .toString('latin1')
        .replace('xyz', '\xed\xa0\x80'),
      'latin1',
    )
    const writer = new ParquetWriter({ columns: texts(1), required: [], isNumbered: false, refuse, take: keepIn([]) })
    expect(() => writer.add(frames)).toThrow()
  })

  it('arrive when there is but one column, or one value of several megabytes', async () => {
    const rows = [[''], [null], ['a'], [''], ['\n'.repeat(3_000_000)], [null]]
    expect(await throughParquet(texts(1), rows)).toEqual(rows)
  })

  it('arrive wherever the network cuts them', async () => {
    const rows = [
      ['a\\b', null],
      ['', 'ü'.repeat(40)],
      [null, '\t'],
    ]
    const frames = framesOf(rows)
    for (let piece = 1; piece < 12; piece++) {
      const parts: Buffer[] = []
      const options = { columns: texts(2), required: [], isNumbered: false, refuse, take: keepIn(parts) }
      const writer = new ParquetWriter(options)
      for (let at = 0; at < frames.length; at += piece) writer.add(frames.subarray(at, at + piece))
      await writer.endGroup()
      await writer.endFile()
      expect(await readParquet(parts)).toEqual(rows)
    }
  })
})

describe('a file', () => {
  it('holds what came since the one before, in as many row groups as it took, and numbers go on', async () => {
    const columns = [...texts(1), ordinal]
    const parts: Buffer[] = []
    const file = async () => {
      await writer.endFile()
      return readParquet(parts.splice(0))
    }
    const writer = new ParquetWriter({ columns, required: ['c0'], isNumbered: true, refuse, take: keepIn(parts) })
    writer.add(framesOf([['a']]))
    await writer.endGroup()
    writer.add(framesOf([['b']]))
    const ending = writer.endGroup()
    writer.add(framesOf([['c']]))
    await ending
    expect(await file()).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
    await writer.endGroup()
    expect(await file()).toEqual([['c', '3']])
    expect(() => writer.add(framesOf([['d'], [null]]))).toThrow('row 5: c0 is NULL')
  })

  it('may have no rows, and columns whose values are all absent', async () => {
    const parts: Buffer[] = []
    await new ParquetFile(texts(20), keepIn(parts)).end()
    expect(await readParquet(parts)).toEqual([])
    const columns = [BOOLEAN, DATE, DOUBLE, timestampType(true)].map((stored, at) => ({ name: `c${at}`, stored }))
    const absent = Array.from({ length: 9 }, () => [null, null, null, null])
    expect(await throughParquet(columns, absent)).toEqual(absent)
  })

  it('is not made of rows that have fields too many or too few', async () => {
    await expect(throughParquet(texts(2), [['a']])).rejects.toThrow('other fields')
    await expect(throughParquet(texts(1), [['a', 'b']])).rejects.toThrow('other fields')
  })
})
