import { expect, it } from 'vitest'

import { executesSql } from '../catalog/connections/connection-types.ts'
import { withSqlHooks } from './with-sql-hooks.ts'

it('replaces the SQL around the rows, and takes it away for empty texts', () => {
  const config = { streams: [], transformations: [], sqlBefore: 'a', sqlAfter: 'b' }
  expect(withSqlHooks(config, { before: 'c', after: ' ' })).toEqual({
    streams: [],
    transformations: [],
    sqlBefore: 'c',
  })
  expect(withSqlHooks(config, { before: '', after: 'd\n' })).toEqual({
    ...{ streams: [], transformations: [], sqlAfter: 'd\n' },
  })
})

it('is for destinations that execute SQL', () => {
  expect(['postgres', 'mysql', 'bigquery', 'email', 'unknown'].filter(executesSql)).toEqual(['postgres', 'mysql'])
})
