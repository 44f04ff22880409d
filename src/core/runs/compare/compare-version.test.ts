import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { flowDifference } from '../../flows/drafts/flow-difference.ts'
import type { FlowVersion } from '../../flows/flow.ts'
import { compareVersion } from './compare-version.ts'

const flow = aFlow({
  config: {
    streams: [{ entity: 'public.orders', mode: 'replace' }],
    transformations: [{ id: 't1', type: 'filter', settings: { where: 'total > 0' } }],
    schedule: { cron: '0 6 * * *', timezone: 'UTC' },
  },
})

const version = (changes: Partial<FlowVersion> = {}): FlowVersion => ({
  name: flow.name,
  enabled: true,
  sourceConnection: { id: 'connection-1' },
  destinationConnection: { id: 'connection-2' },
  config: flow.config,
  freshnessMinutes: null,
  ...changes,
})

it('finds nothing in a version that is the same', () => {
  expect(compareVersion(flow, version())).toEqual([])
})

it('names what would change: facts of the flow first, then its parts', () => {
  const config = {
    streams: [{ entity: 'public.orders', mode: 'upsert', key: ['id'] }],
    transformations: [],
  } as const
  expect(
    compareVersion(
      flow,
      version({ name: 'Old', enabled: false, freshnessMinutes: 60, sourceConnection: { id: 'x' }, config }),
    ),
  ).toMatchObject([
    'name',
    'enabled',
    'freshness',
    { part: 'source', change: 'changed' },
    { part: 'table', name: 'public.orders', change: 'changed' },
    { part: 'step', name: 'filter', change: 'removed' },
    { part: 'schedule', change: 'removed' },
  ])
})

it('tells of SQL around the rows, and of the flows after which it starts', () => {
  const config = {
    ...flow.config,
    sqlBefore: 'a',
    sqlAfter: 'b',
    after: { flowIds: ['x'], when: 'any_ended' as const },
  }
  expect(
    compareVersion({ ...flow, config }, version({ config: flow.config })).filter(
      (one) => typeof one === 'object' && ['sql', 'after'].includes(one.part),
    ),
  ).toMatchObject([
    { part: 'after', change: 'removed' },
    { part: 'sql', change: 'changed' },
  ])
})

it('names settings of a table as the server writes them', () => {
  const streams = [{ entity: 'public.orders', mode: 'replace' as const, onInvalid: 'reject' as const }]
  expect(compareVersion(flow, version({ config: { ...flow.config, streams } }))).toEqual([
    { part: 'table', name: 'public.orders', change: 'changed', settings: [{ name: 'on_invalid', after: 'reject' }] },
  ])
})

it('tells whether the structure comes along', () => {
  const config = { ...flow.config, structure: 'all' as const }
  const changes = compareVersion({ ...flow, config }, version({ config: flow.config }))
  expect(changes).toContainEqual(expect.objectContaining({ part: 'structure', change: 'removed' }))
})

it('counts a freshness that was set or removed as a change', () => {
  expect(flowDifference(flow, { ...flow, freshnessMinutes: 60 })).toEqual({ freshnessMinutes: 60 })
  expect(flowDifference({ ...flow, freshnessMinutes: 60 }, flow)).toEqual({ freshnessMinutes: null })
  expect(flowDifference(flow, { ...flow, freshnessMinutes: null })).toEqual({})
})
