import { expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import { byAttention } from './flow-attention.ts'
import { searchFlows } from './search-flows.ts'

const ran = (status: 'succeeded' | 'failed' | 'partially_succeeded', rowsRejected = 0) => ({
  lastRun: { id: 'r', status, rowsRejected },
})

it('puts flows that need somebody first, and keeps the others in their order', () => {
  const flows = [
    aFlow({ id: 'fine', ...ran('succeeded') }),
    aFlow({ id: 'off', enabled: false, ...ran('failed') }),
    aFlow({ id: 'rejected', ...ran('succeeded', 3) }),
    aFlow({ id: 'late', lateSince: '2026-11-29T12:00:00Z' }),
    aFlow({ id: 'failed', ...ran('failed') }),
    aFlow({ id: 'partly', ...ran('partially_succeeded') }),
    aFlow({ id: 'new' }),
    aFlow({ id: 'waiting', mirror: { wanted: 'on', state: 'failing' } }),
    aFlow({ id: 'paused-table', mirror: { wanted: 'on', state: 'following', pausedTables: 1 } }),
    aFlow({ id: 'mirroring', mirror: { wanted: 'on', state: 'following' }, ...ran('failed') }),
  ]

  expect(byAttention(flows).map(({ id }) => id)).toEqual([
    ...['failed', 'partly', 'waiting', 'late', 'rejected', 'paused-table', 'off', 'fine', 'new', 'mirroring'],
  ])
})

it('finds the words of a search in names first, and then in tags and connections', () => {
  const shop = { id: 'c', name: 'Shop', type: 'postgres' }
  const flows = [
    aFlow({ id: 'by-source', name: 'Nightly', sourceConnection: shop }),
    aFlow({ id: 'by-tag', name: 'Weekly', tags: ['shop'], sourceConnection: { ...shop, name: 'Bill' } }),
    aFlow({ id: 'by-name', name: 'The shop', sourceConnection: { ...shop, name: 'Bill' } }),
    aFlow({ id: 'other', name: 'Other', sourceConnection: { ...shop, name: 'Bill' } }),
  ]

  expect(searchFlows(flows, ' SHOP ').map(({ id }) => id)).toEqual(['by-name', 'by-source', 'by-tag'])
  expect(searchFlows(flows, ' ')).toBe(flows)
})
