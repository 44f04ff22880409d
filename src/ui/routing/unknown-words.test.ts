import { expect, it } from 'vitest'

import { listSearch } from './search.ts'
import { unknownWords } from './unknown-words.ts'

const wordsAt = (pathname: string, address: Record<string, unknown>) =>
  unknownWords(pathname, address, listSearch(address))

it.each([
  ['/flows', { view: 'nonsense' }, ['view=nonsense']],
  ['/flows', { view: 'order' }, []],
  ['/flows', { state: 'passed' }, ['state=passed']],
  ['/flows', { state: 'late' }, []],
  ['/runs', { state: 'late', trigger: ['moon'] }, ['state=late', 'trigger=["moon"]']],
  ['/sources', { state: 'running' }, ['state=running']],
  ['/destinations', { state: 'passed' }, []],
  ['/runs', { from: 'yesterday' }, ['from=yesterday']],
  ['/flows', { q: '', view: '' }, []],
  ['/flows', { utm_source: 'mail' }, []],
  ['/flows', { sort: 'x'.repeat(1_000) }, [`sort=${'x'.repeat(60)}…`]],
])('%s with %j does not know %j', (pathname, address, unknown) => {
  expect(wordsAt(pathname, address)).toEqual(unknown)
})
