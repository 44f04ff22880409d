import { expect, it } from 'vitest'

import { withStructure } from './with-structure.ts'

it('the structure of a flow comes along, or not', () => {
  const config = { streams: [], transformations: [] }
  const all = withStructure(config, 'all')
  expect(all).toEqual({ ...config, structure: 'all' })
  expect(withStructure(all, 'rows')).toEqual(config)
})
