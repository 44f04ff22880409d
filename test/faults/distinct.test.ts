import { expect, it } from 'vitest'

import { distinct } from './distinct.ts'

it('keeps the first and the last of the faults at the same place, whatever the numbers in what is sent', () => {
  const pieces = ['begin', 'insert 1', 'commit', 'begin', 'insert 2', 'commit', 'begin', 'insert 3', 'commit']
  const faults = pieces.map((sent, at) => ({ link: 'store', number: at + 1, sent, fault: 'hang' as const }))
  expect(distinct(faults).map(({ number }) => number)).toEqual([1, 2, 3, 7, 8, 9])
})
