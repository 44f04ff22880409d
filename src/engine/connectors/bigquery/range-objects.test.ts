import { expect, it } from 'vitest'

import { noteOf, planFolder, rangePrefix, stagedRanges } from './range-objects.ts'

const fence = { flowId: 'flow', runId: 'run-1', epoch: 3n }
const folder = planFolder('load', fence, 'plan')

/** The objects of a range. */
const objectsOf = (first: bigint, end: bigint, parts: number, epoch = 3n) => {
  const prefix = rangePrefix(folder, { first, end }, { epoch })
  const names = Array.from({ length: parts }, (_, n) => `${prefix}part-0000${n + 1}.parquet`)
  return [...names, noteOf(prefix, { rows: 10, bytes: 200, parts, proof: '10 200 77' })]
}

it('reads from the names of objects which ranges are whole', () => {
  const objects = objectsOf(-5n, 100n, 2)
  expect(stagedRanges([...objectsOf(100n, 9_007_199_254_740_993n, 0), ...objects])).toEqual([
    {
      first: -5n,
      end: 100n,
      rows: 10,
      bytes: 200,
      proof: '10 200 77',
      note: objects.at(-1),
      objects: objects.slice(0, -1),
    },
    expect.objectContaining({ first: 100n, end: 9_007_199_254_740_993n, objects: [] }),
  ])
})

it('takes no range for whole of which an object is missing, or that has no note', () => {
  expect(stagedRanges(objectsOf(0n, 10n, 2).slice(1))).toEqual([])
  expect(stagedRanges(objectsOf(0n, 10n, 2).slice(0, -1))).toEqual([])
})

it('counts a range once that two attempts have written', () => {
  expect(stagedRanges([...objectsOf(0n, 10n, 1, 3n), ...objectsOf(0n, 10n, 1, 4n)])).toHaveLength(1)
})

it('keeps plans and runs apart', () => {
  const folders = [folder, planFolder('load', fence, 'other'), planFolder('load', { runId: 'run-2' }, 'plan')]
  expect(new Set(folders).size).toBe(3)
})
