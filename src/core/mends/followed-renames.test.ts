import { describe, expect, it } from 'vitest'

import type { FlowConfig, FlowStream } from '../flows/flow.ts'
import type { RunStream } from '../runs/run.ts'
import { followedRenames } from './followed-renames.ts'

const FEE = { name: 'fee', to: 'charge' }

const run = (...renamedColumns: NonNullable<RunStream['renamedColumns']>) => ({
  streams: [
    {
      ...{ entity: 'orders', target: 'public.Orders', status: 'succeeded', bytes: 1 },
      ...{ rowsRead: 1, rowsWritten: 1, rowsFiltered: 0, rowsRejected: 0 },
      renamedColumns,
    },
  ],
})

const moving = (settings: Partial<FlowStream> = {}): FlowConfig => ({
  streams: [{ entity: 'orders', mode: 'upsert', ...settings }],
  transformations: [],
})

const around = (config: FlowConfig, destination = 'postgres') => ({ config, destination })

const renaming = (column: string, to: string) => ({
  type: 'rename',
  stream: 'orders',
  settings: { columns: [{ column, to }] },
})

describe('a column that was probably renamed, while the destination followed,', () => {
  it('gets its former name by a first step', () => {
    const filter = { id: 'a', type: 'filter', settings: { where: 'id > 1' } }
    const config = { ...moving(), transformations: [filter] }
    const [mend] = followedRenames(run(FEE), around(config))
    expect(mend).toMatchObject({
      ...{ kind: 'flow', act: 'replace-column', names: ['fee', 'charge'], keeps: 'fee' },
      config: { streams: config.streams, transformations: [renaming('charge', 'fee'), filter] },
      changes: [{ path: ['transformations', '1 rename'], kind: 'added', to: 'charge → fee' }],
      followed: { mode: 'upsert', isPart: false },
    })
    expect(followedRenames(run(FEE), around(mend?.config ?? config))).toEqual([])
  })

  it('is mended besides another one', () => {
    const both = [
      { name: 'first', to: 'given' },
      { name: 'last', to: 'family' },
    ]
    const mends = followedRenames(run(...both), around(moving()))
    expect(mends.map(({ names }) => names)).toEqual([
      ['first', 'given'],
      ['last', 'family'],
    ])
    const [left] = followedRenames(run(...both), around(mends[0]?.config ?? moving()))
    expect(left?.config.transformations).toMatchObject([renaming('family', 'last'), renaming('given', 'first')])
  })

  it.each<[FlowStream['mode'], Partial<FlowStream>, string, string | undefined]>([
    ['append', {}, 'postgres', 'UPDATE "public"."Orders" SET "fee" = "charge" WHERE "fee" IS NULL;'],
    ['upsert', { cursor: 'at' }, 'mysql', 'UPDATE `public`.`Orders` SET `fee` = `charge` WHERE `fee` IS NULL;'],
    ['append', {}, 'google_sheets', undefined],
  ])(
    'in the mode %s with %j does not reach all rows, and %s has a statement for them',
    (mode, settings, type, fills) => {
      const [mend] = followedRenames(run(FEE), around(moving({ mode, ...settings }), type))
      expect(mend?.followed).toEqual({ mode, isPart: true, ...(fills !== undefined && { fills }) })
    },
  )

  it('is found in a flow of all tables, whose rows are replaced', () => {
    const [mend] = followedRenames(run(FEE), around({ streams: [], transformations: [] }))
    expect(mend?.followed).toEqual({ mode: 'replace', isPart: false })
  })

  it('is listed with the others where new columns are left out, once the columns are known', () => {
    const config = moving({ drift: 'ignore' })
    expect(followedRenames(run(FEE), around(config))).toEqual([])
    const columns = (...names: readonly string[]) => [
      { name: 'orders', columns: names.map((name) => ({ name, type: 'integer' })) },
    ]
    const tables = { now: columns('id', 'charge', 'new'), known: columns('id') }
    const [mend] = followedRenames(run(FEE), { ...around(config), tables })
    expect(mend?.config).toMatchObject({
      streams: [{ columns: ['id', 'charge'] }],
      transformations: [renaming('charge', 'fee')],
    })
  })

  it('is not offered for a table that the flow does not move any more', () => {
    const config = { streams: [{ entity: 'others', mode: 'replace' as const }], transformations: [] }
    expect(followedRenames(run(FEE), around(config))).toEqual([])
  })

  it('is no news in MySQL if only the case is another', () => {
    const same = run({ name: 'price', to: 'Price' })
    expect(followedRenames(same, around(moving(), 'mysql'))).toEqual([])
    expect(followedRenames(same, around(moving(), 'postgres'))).toHaveLength(1)
  })
})
