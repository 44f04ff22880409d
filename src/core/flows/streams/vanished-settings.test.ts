import { expect, it } from 'vitest'

import type { FlowStream } from '../flow.ts'
import { chooseMode, choosePolicies } from './stream-selection.ts'
import { chooseMarkColumn, chooseVanishedPercent } from './vanished-settings.ts'

const STREAM: FlowStream = { entity: 'orders', mode: 'upsert', key: ['id'] }

const marked: FlowStream = { ...STREAM, onVanished: 'mark', vanishedColumn: 'gone_at', vanishedPercent: 2.5 }

it('stores a column and a share only if they are not the usual ones', () => {
  const [stream] = chooseMarkColumn([{ ...STREAM, onVanished: 'mark' }], 'orders', ' gone_at ')
  expect(stream).toEqual({ ...STREAM, onVanished: 'mark', vanishedColumn: 'gone_at' })
  expect(chooseMarkColumn([marked], 'orders', 'deleted_at')[0]?.vanishedColumn).toBeUndefined()
  expect(chooseMarkColumn([marked], 'orders', '')[0]?.vanishedColumn).toBeUndefined()
  expect(chooseVanishedPercent([marked], 'orders', '0')[0]?.vanishedPercent).toBe(0)
  for (const usual of ['', '10', 'many', '101', '-1'])
    expect(chooseVanishedPercent([marked], 'orders', usual)[0]?.vanishedPercent).toBeUndefined()
})

it('forgets them with the choice for which they are', () => {
  expect(choosePolicies([marked], 'orders', { onVanished: 'keep' })).toEqual([STREAM])
  expect(choosePolicies([marked], 'orders', { drift: 'stop' })).toEqual([{ ...marked, drift: 'stop' }])
  expect(chooseMode([marked], 'orders', 'upsert')).toEqual([marked])
  expect(chooseMode([marked], 'orders', 'replace')).toEqual([{ entity: 'orders', mode: 'replace' }])
})
