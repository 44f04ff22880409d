import { describe, expect, it } from 'vitest'

import type { FlowConfig } from '../flows/flow.ts'
import type { ColumnChange, RunStream } from '../runs/run.ts'
import { followedRenames } from './source-mends.ts'

const LOST: ColumnChange = { side: 'source', name: 'fee', is: 'removed', before: 'integer' }
const CAME: ColumnChange = { side: 'source', name: 'charge', is: 'added', type: 'integer' }

const stream = (columnChanges: readonly ColumnChange[], changes: Partial<RunStream> = {}): RunStream => ({
  ...{ entity: 'orders', target: 'public.orders', status: 'succeeded', bytes: 1 },
  ...{ rowsRead: 1, rowsWritten: 1, rowsFiltered: 0, rowsRejected: 0 },
  columnChanges,
  ...changes,
})

const config: FlowConfig = { streams: [{ entity: 'orders', mode: 'upsert' }], transformations: [] }

const now = (...columns: readonly string[]) => [
  { name: 'orders', columns: columns.map((name) => ({ name, type: 'integer' })) },
]

describe('a column that was probably renamed, while the destination followed,', () => {
  it('gets its former name by a first step', () => {
    const filter = { id: 'a', type: 'filter', settings: { where: 'id > 1' } }
    const mends = followedRenames(
      { streams: [stream([LOST, CAME])] },
      { ...config, transformations: [filter] },
      now('id', 'charge'),
    )
    const rename = { type: 'rename', stream: 'orders', settings: { columns: [{ column: 'charge', to: 'fee' }] } }
    expect(mends).toMatchObject([
      {
        ...{ kind: 'flow', act: 'replace-column', names: ['fee', 'charge'], keeps: 'fee', hasBoth: true },
        config: { streams: config.streams, transformations: [rename, filter] },
        changes: [{ path: ['transformations', '1 rename'], kind: 'added', to: 'charge → fee' }],
      },
    ])
    expect(followedRenames({ streams: [stream([LOST, CAME])] }, mends[0]?.config ?? config, now('charge'))).toEqual([])
  })

  it('is found in a flow of all tables, too', () => {
    const all = { streams: [], transformations: [] }
    expect(followedRenames({ streams: [stream([LOST, CAME])] }, all, now('charge'))).toHaveLength(1)
  })

  it.each([
    ['the table failed', [stream([LOST, CAME], { status: 'failed' })], now('charge')],
    ['another column came that is not like it', [stream([LOST, { ...CAME, type: 'text' }])], now('charge')],
    ['none came', [stream([LOST])], now('id')],
    ['the columns did not change', [stream([], {})], now('charge')],
    ['the source has the old name again', [stream([LOST, CAME])], now('fee')],
    ['the source has both', [stream([LOST, CAME])], now('fee', 'charge')],
    ['the source does not have the table any more', [stream([LOST, CAME])], []],
    ['the flow does not move the table any more', [stream([LOST, CAME], { entity: 'others' })], now('charge')],
  ])('is not offered if %s', (_, streams, tables) => {
    expect(followedRenames({ streams }, config, tables)).toEqual([])
  })
})
