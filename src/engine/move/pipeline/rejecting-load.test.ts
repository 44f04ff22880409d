import { expect, it } from 'vitest'

import { RowEncoder } from '../../formats/common-text/row-encoder.ts'
import type { Load } from '../../ports/load.ts'
import { rejectingLoad } from './rejecting-load.ts'

function framesOf(rows: readonly string[]): Buffer {
  const encoder = new RowEncoder()
  for (const row of rows) encoder.add([row])
  return encoder.take().frames
}

it('a mistake of ours is not blamed on the source, and no row after it is written', () => {
  const written: number[] = []
  const inner = {
    failure: new AbortController().signal,
    write: (_frames: Buffer, rows: number) => {
      written.push(rows)
      return true
    },
  } as unknown as Load
  const mistake = new TypeError('undefined is not a function')
  let calls = 0
  const load = rejectingLoad(
    inner,
    {
      refuses: () => {
        if (++calls === 2) throw mistake
        return undefined
      },
      required: [],
    },
    { columns: ['a'], mends: [], reject: () => {} },
  )

  load.write(framesOf(['1', '2', '3']), 3)
  load.write(framesOf(['4']), 1)

  expect(load.failure.reason).toBe(mistake)
  expect(written).toEqual([])
})
