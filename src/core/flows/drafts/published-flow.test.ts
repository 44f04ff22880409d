import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { publishedFlow } from './published-flow.ts'

const step = { id: 't1', type: 'filter', settings: {} }
const draft = { changes: 1, updatedAt: '2026-01-01T00:00:00Z', updatedBy: { uid: 'ada' } }

it('has what holds at once, and not what waits in the draft', () => {
  const schedule = { cron: '0 5 * * *', timezone: 'UTC' }
  const known = aFlow({ name: 'Orders', config: { streams: [], transformations: [] } })
  const edited = { ...known, name: 'Late orders', draft, config: { streams: [], transformations: [step], schedule } }

  expect(publishedFlow(known, edited)).toMatchObject({
    name: 'Late orders',
    draft,
    config: { transformations: [], schedule },
  })
})

it('is the edited flow when nothing waits', () => {
  const known = aFlow({ config: { streams: [], transformations: [] } })
  const edited = { ...known, config: { streams: [], transformations: [step] }, draftChanges: [] }

  expect(publishedFlow(known, edited)).toEqual({ ...known, config: edited.config })
})
