import { describe, expect, it } from 'vitest'

import { changesOf } from './changes-of.ts'

const stream = { entity: 'public.orders', target: 'orders', mode: 'replace' }
const filter = { id: 'a1', type: 'filter', settings: { where: 'total > 0' } }
const flow = { name: 'Orders', enabled: true, streams: [stream], transformations: [filter], schedule: null }

describe('the audit log says of a flow', () => {
  it.each([
    ['a name', { name: 'All orders' }, [{ path: ['name'], kind: 'changed', from: 'Orders', to: 'All orders' }]],
    ['a switch', { enabled: false }, [{ path: ['enabled'], kind: 'changed', from: 'true', to: 'false' }]],
    [
      'a schedule that was set',
      { schedule: { cron: '0 6 * * *', timezone: 'UTC' } },
      [
        { path: ['schedule', 'cron'], kind: 'added', to: '0 6 * * *' },
        { path: ['schedule', 'timezone'], kind: 'added', to: 'UTC' },
      ],
    ],
    [
      'a table that was added',
      { streams: [stream, { ...stream, entity: 'public.people' }] },
      [{ path: ['streams', 'public.people'], kind: 'added' }],
    ],
    [
      'the mode and the key of a stream, by its table',
      { streams: [{ ...stream, mode: 'upsert', key: ['id', 'day'] }] },
      [
        { path: ['streams', 'public.orders', 'mode'], kind: 'changed', from: 'replace', to: 'upsert' },
        { path: ['streams', 'public.orders', 'key'], kind: 'added', to: 'id, day' },
      ],
    ],
    [
      'a setting of a step, by its place and type',
      { transformations: [{ ...filter, settings: { where: 'total > 9' } }] },
      [
        {
          path: ['transformations', '1 filter', 'settings', 'where'],
          kind: 'changed',
          from: 'total > 0',
          to: 'total > 9',
        },
      ],
    ],
    [
      'a check of a table, by what it is about',
      {
        streams: [
          {
            ...stream,
            checks: [
              { id: 'c1', type: 'not_null', columns: ['id', 'day'] },
              { id: 'c2', type: 'sql', name: 'No debts', query: 'SELECT 1' },
              { id: 'c3', type: 'row_count', percent: 10, severity: 'warn' },
            ],
          },
        ],
      },
      [
        [['not_null: id, day']],
        [['not_null: id, day', 'severity'], 'fail'],
        [['sql: No debts']],
        [['sql: No debts', 'query'], 'SELECT 1'],
        [['sql: No debts', 'severity'], 'fail'],
        [['row_count']],
        [['row_count', 'percent'], '10'],
        [['row_count', 'severity'], 'warn'],
      ].map(([place = [], to]) => ({
        ...{ path: ['streams', 'public.orders', 'checks', ...place], kind: 'added' },
        ...(to !== undefined && { to }),
      })),
    ],
    [
      'lines of a step, as a text',
      {
        transformations: [
          {
            ...filter,
            settings: {
              ...filter.settings,
              columns: [
                { to: 'b', column: 'a' },
                { column: 'c', to: 'd' },
              ],
            },
          },
        ],
      },
      [{ path: ['transformations', '1 filter', 'settings', 'columns'], kind: 'added', to: 'a → b; c → d' }],
    ],
    ['a step that is gone', { transformations: [] }, [{ path: ['transformations', '1 filter'], kind: 'removed' }]],
    ['nothing that is as it was', {}, []],
  ])('%s', (_, change, expected) => {
    expect(changesOf(flow, { ...flow, ...change })).toEqual(expected)
  })

  it('that steps changed places, also where a third came and one changed', () => {
    const steps = [filter, { ...filter, id: 'b2', type: 'rename' }]
    const moved = { path: ['steps', 'order'], kind: 'changed', from: 'filter, rename', to: 'rename, filter' }
    expect(changesOf({ steps }, { steps: steps.toReversed() })).toEqual([moved])
    const limit = { id: 'c3', type: 'limit', settings: { rows: 5 } }
    const next = [limit, { ...filter, id: 'b2', type: 'rename', settings: {} }, filter]
    expect(changesOf({ steps }, { steps: next })).toEqual([
      { path: ['steps', '2 rename', 'settings', 'where'], kind: 'removed', from: 'total > 0' },
      { path: ['steps', '1 limit'], kind: 'added' },
      moved,
    ])
    expect(changesOf({ steps }, { steps: [limit, ...steps] })).toHaveLength(1)
  })

  it('that two steps of one type changed places', () => {
    const steps = [filter, { ...filter, id: 'b2' }]
    expect(changesOf({ steps }, { steps: steps.toReversed() })).toEqual([{ path: ['steps', 'order'], kind: 'changed' }])
  })
})

it('says of a first item of a list, and of a first value, what was added', () => {
  const before = { streams: [], key: [] }
  expect(changesOf(before, { streams: [stream], key: ['id'] })).toEqual([
    { path: ['streams', 'public.orders'], kind: 'added' },
    { path: ['key'], kind: 'added', to: 'id' },
  ])
})

it('tells nothing of a field that is empty in another way than before', () => {
  expect(changesOf({ schedule: null, after: null, key: [] }, { after: [], key: null })).toEqual([])
  expect(changesOf({}, { schedule: null, checks: [] })).toEqual([])
})

it('takes a check that gets another type for another check', () => {
  const checked = (check: object) => ({ streams: [{ entity: 'orders', checks: [{ id: 'c', ...check }] }] })
  const [before, after] = [checked({ type: 'not_null', columns: ['id'] }), checked({ type: 'row_count', percent: 5 })]
  const told = changesOf(before, after).map(({ path, kind }) => [path.slice(2).join(' '), kind])
  expect(told).toContainEqual(['checks not_null: id', 'removed'])
  expect(told).toContainEqual(['checks row_count', 'added'])
})

it('does not take another order of fields in a line for a change', () => {
  const [before, after] = [{ keep: [{ column: 'a', to: 'b' }] }, { keep: [{ to: 'b', column: 'a' }] }]
  expect(changesOf(before, after)).toEqual([])
  expect(changesOf(before, { keep: [...after.keep, { column: 'c', to: '' }] })).toEqual([
    { path: ['keep'], kind: 'changed', from: 'a → b', to: 'a → b; c' },
  ])
})

it('tells no secret, and of a long text its beginning', () => {
  const change = changesOf(
    { password: 'old', query: '' },
    { password: 'new', query: 'x'.repeat(900) },
    ([field]) => field === 'password',
  )
  expect(change).toEqual([
    { path: ['password'], kind: 'changed' },
    { path: ['query'], kind: 'changed', from: '', to: `${'x'.repeat(199)}…` },
  ])
})

it('cuts a text where it is no half of a character, which the store would refuse', () => {
  const [change] = changesOf({ query: '' }, { query: `${'x'.repeat(198)}😀😀` })
  expect(change?.to?.isWellFormed()).toBe(true)
})

it('does not take another order of fields for a change, as the store has an order of its own', () => {
  const before = {
    streams: [{ entity: 'a', mode: 'append', checks: { x: 1, y: 2 } }],
    steps: [{ id: '1' }, { id: '2' }],
  }
  const after = {
    steps: [{ id: '2' }, { id: '1' }],
    streams: [{ mode: 'append', checks: { y: 2, x: 1 }, entity: 'a' }],
  }
  expect(changesOf(before, after)).toEqual([{ path: ['steps', 'order'], kind: 'changed' }])
})
