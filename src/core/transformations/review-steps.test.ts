import { describe, expect, it } from 'vitest'

import { TRANSFORMATION_TYPE_NAMES } from '../catalog/transformations/transformation-types.ts'
import type { Entity } from '../connections/entity.ts'
import type { FlowStream, Transformation } from '../flows/flow.ts'
import type { PreviewError, PreviewedStep } from '../flows/flow-preview.ts'
import { type Previewed, previewedBy } from './previewed.ts'
import { reviewSteps } from './review-steps.ts'

const entity = (name: string, ...columns: string[]): Entity => ({
  name,
  columns: columns.map((column) => ({ name: column, type: 'text' })),
})
const ENTITIES = [entity('orders', 'id', 'customer_id', 'total'), entity('customers', 'id', 'email')]
const ORDERS: readonly FlowStream[] = [{ entity: 'orders', mode: 'replace' }]

interface Given {
  readonly type: string
  readonly settings?: Record<string, unknown>
  readonly stream?: string
}

const stepsOf = (given: readonly Given[]): Transformation[] =>
  given.map((step, index) => ({ id: `t${index}`, settings: {}, ...step }))

function review(given: readonly Given[], streams = ORDERS, entities: readonly Entity[] | undefined = ENTITIES) {
  return [...reviewSteps({ streams, transformations: stepsOf(given) }, entities).values()]
}

const columnsBehind = (...steps: Given[]) =>
  review([...steps, { type: 'limit', settings: { rows: 1 } }]).at(-1)?.columns
const problemsOf = (type: string, settings: Record<string, unknown> = {}) => review([{ type, settings }])[0]?.problems

describe('the columns that a step receives', () => {
  it.each<[string, Record<string, unknown>, readonly string[] | undefined]>([
    ['select', { columns: ['total', 'id'] }, ['total', 'id']],
    ['rename', { columns: [{ column: 'total', to: 'amount' }] }, ['id', 'customer_id', 'amount']],
    ['cast', { columns: [{ column: 'total', type: 'decimal' }] }, ['id', 'customer_id', 'total']],
    ['filter', { where: 'total > 0' }, ['id', 'customer_id', 'total']],
    ['compute', { columns: [{ name: 'net', expression: 'total / 1.19' }] }, ['id', 'customer_id', 'total', 'net']],
    ['aggregate', { by: ['id'], measures: [{ function: 'count', name: 'n' }] }, ['id', 'n']],
    ['join', { stream: 'customers' }, ['id', 'customer_id', 'total', 'email']],
    ['join', { stream: 'customers', columns: ['email'] }, ['id', 'customer_id', 'total', 'email']],
    ['join', { stream: 'nowhere' }, undefined],
    ['sql', { query: 'select 1' }, undefined],
    ['from-a-newer-server', {}, undefined],
  ])('after %s %j', (type, settings, columns) => {
    expect(columnsBehind({ type, settings })).toEqual(columns)
  })

  it('are known again after a step that names them all', () => {
    expect(columnsBehind({ type: 'sql' }, { type: 'select', settings: { columns: ['a'] } })).toEqual(['a'])
  })

  it('stay known of the tables that an unknown step is not for', () => {
    const [, orders, customers] = review(
      [
        { type: 'from-a-newer-server', stream: 'orders' },
        { type: 'limit', stream: 'orders' },
        { type: 'limit', stream: 'customers' },
      ],
      [],
    )

    expect(orders?.columns).toBeUndefined()
    expect(customers?.columns).toEqual(['id', 'email'])
  })

  it('are those that every stream has, when the step is for all', () => {
    expect(review([{ type: 'limit' }], [])[0]?.columns).toEqual(['id'])
  })

  it('are those that were chosen of the table', () => {
    expect(review([{ type: 'limit' }], [{ entity: 'orders', mode: 'replace', columns: ['id'] }])[0]?.columns).toEqual([
      'id',
    ])
  })

  it('are not known before discovery, or where a source tells only names', () => {
    const config = { streams: ORDERS, transformations: stepsOf([{ type: 'limit' }]) }
    expect(reviewSteps(config, undefined).get('t0')?.columns).toBeUndefined()
    expect(review([{ type: 'limit' }], ORDERS, [entity('orders')])[0]?.columns).toBeUndefined()
  })

  it('stay as they were in a stream that the step is not for', () => {
    const rename = { type: 'rename', stream: 'customers', settings: { columns: [{ column: 'email', to: 'mail' }] } }
    const [, ofOrders, ofCustomers] = review(
      [rename, { type: 'limit', stream: 'orders' }, { type: 'limit', stream: 'customers' }],
      [],
    )

    expect(ofOrders?.columns).toEqual(['id', 'customer_id', 'total'])
    expect(ofCustomers?.columns).toEqual(['id', 'mail'])
  })
})

describe('what is wrong with a step', () => {
  it.each<[string, Record<string, unknown>, unknown[]]>([
    ['select', {}, [{ kind: 'required', at: { setting: 'columns' } }]],
    ['rename', { columns: [] }, [{ kind: 'no-lines', at: { setting: 'columns' } }]],
    [
      'rename',
      { columns: [{ column: 'total' }] },
      [{ kind: 'required', at: { setting: 'columns', line: 0, cell: 'to' } }],
    ],
    [
      'rename',
      { columns: ['id', 'total'].map((column) => ({ column, to: 'x' })) },
      [{ kind: 'twice', at: { setting: 'columns', line: 1, cell: 'to' }, name: 'x' }],
    ],
    [
      'cast',
      { columns: [{ column: 'total', type: 'money' }] },
      [{ kind: 'not-an-option', at: { setting: 'columns', line: 0, cell: 'type' } }],
    ],
    ['filter', { where: ' ' }, [{ kind: 'required', at: { setting: 'where' } }]],
    ['limit', {}, [{ kind: 'required', at: { setting: 'rows' } }]],
    ['limit', { rows: 0 }, [{ kind: 'not-a-number', at: { setting: 'rows' } }]],
    ['limit', { rows: 1.5 }, [{ kind: 'not-a-number', at: { setting: 'rows' } }]],
    ['sql', {}, [{ kind: 'required', at: { setting: 'query' } }]],
    ['sql', { query: 'drop table input' }, [{ kind: 'not-a-select', at: { setting: 'query' } }]],
    [
      'aggregate',
      { measures: [{ function: 'sum', name: 's' }] },
      [{ kind: 'required', at: { setting: 'measures', line: 0, cell: 'column' } }],
    ],
    [
      'join',
      { stream: 'customer', rows: 'all', on: [{ column: 'customer_id', other: 'id' }] },
      [{ kind: 'no-such-other-stream', at: { setting: 'stream' }, stream: 'customer', nearest: 'customers' }],
    ],
    [
      'join',
      { stream: 'customers', rows: 'all', on: [{ column: 'customer_id', other: 'ident' }], columns: ['emial'] },
      [
        {
          kind: 'no-such-column',
          at: { setting: 'on', line: 0, cell: 'other' },
          column: 'ident',
          stream: 'customers',
          nearest: undefined,
        },
        {
          kind: 'no-such-column',
          at: { setting: 'columns' },
          column: 'emial',
          stream: 'customers',
          nearest: 'email',
        },
      ],
    ],
    ['join', {}, expect.arrayContaining([{ kind: 'required', at: { setting: 'stream' } }]) as unknown as unknown[]],
    // A type that only the server knows, and one with nothing but an id, are no obstacle.
    ['from-a-newer-server', {}, []],
    ['', {}, []],
  ])('%s %j', (type, settings, problems) => {
    expect(problemsOf(type, settings)).toEqual(problems)
  })

  it.each(TRANSFORMATION_TYPE_NAMES)('survives whatever is stored for %s', (type) => {
    for (const value of [null, 'x', 5, [null, 5], [{ column: 5 }], {}]) {
      const settings = Object.fromEntries(
        ['columns', 'by', 'on', 'rows', 'where', 'query', 'stream', 'measures', 'keep'].map((name) => [name, value]),
      )
      expect(() => problemsOf(type, settings)).not.toThrow()
    }
  })

  it('names the nearest right column', () => {
    expect(problemsOf('select', { columns: ['id', 'totl'] })).toEqual([
      { kind: 'no-such-column', at: { setting: 'columns' }, column: 'totl', stream: 'orders', nearest: 'total' },
    ])
  })

  it('is said once when many tables have it', () => {
    const many = Array.from({ length: 50 }, (_, index) => entity(`table_${index}`, 'id'))
    const [step] = review([{ type: 'select', settings: { columns: ['email'] } }], [], many)

    expect(step?.problems).toHaveLength(1)
  })

  it('is a stream that the flow does not move', () => {
    expect(review([{ type: 'limit', stream: 'order', settings: { rows: 1 } }])[0]?.problems).toEqual([
      { kind: 'no-such-stream', stream: 'order', nearest: 'orders' },
    ])
  })

  it('is found in the order of the steps', () => {
    const [, sort] = review([
      { type: 'rename', settings: { columns: [{ column: 'total', to: 'amount' }] } },
      { type: 'sort', settings: { by: [{ column: 'total', direction: 'ascending' }] } },
    ])

    expect(sort?.problems).toMatchObject([{ kind: 'no-such-column', column: 'total' }])
  })

  it('is nothing when all is well', () => {
    expect(problemsOf('aggregate', { by: ['id'], measures: [{ function: 'count', name: 'n' }] })).toEqual([])
    expect(problemsOf('deduplicate', { by: ['id'] })).toEqual([])
    expect(problemsOf('sql', { query: 'with a as (select 1) select * from a' })).toEqual([])
  })
})

describe('what a preview told', () => {
  const steps = stepsOf([
    { type: 'sql', settings: { query: 'select 1 as n from input' } },
    { type: 'filter', settings: { where: 'm > 1' } },
  ])
  const CONFIG = { streams: ORDERS, transformations: steps }
  const leaving = (id: string, ...names: string[]) => ({
    id,
    columns: names.map((name) => ({ name, type: 'text' })),
    rows: [],
    rowCount: 0,
  })
  const results = (...previewed: PreviewedStep[]): Previewed =>
    previewedBy({ sampled: 0, steps: [leaving('source', 'id'), ...previewed] }, { config: CONFIG, stream: 'orders' })
  const refusedBecause = (error: PreviewError, config = CONFIG) =>
    reviewSteps(config, ENTITIES, results(leaving('t0', 'n'), { ...leaving('t1'), error })).get('t1')?.problems

  it('is which columns a query has', () => {
    expect(reviewSteps(CONFIG, ENTITIES).get('t1')?.columns).toBeUndefined()
    expect(reviewSteps(CONFIG, ENTITIES, results(leaving('t0', 'n'))).get('t1')?.columns).toEqual(['n'])
  })

  it('is what cannot be computed, at the setting that is to blame', () => {
    const message = 'There is no column "m".'

    expect(refusedBecause({ message, hint: 'Did you mean "n"?', field: 'transformations.1.settings.where' })).toEqual([
      { kind: 'refused', message, hint: 'Did you mean "n"?', at: { setting: 'where' } },
    ])
    expect(refusedBecause({ message, field: 'columns.2.expression' })).toMatchObject([
      { at: { setting: 'columns', line: 2, cell: 'expression' } },
    ])
    expect(refusedBecause({ message, field: 'settings.where', position: 4 })).toMatchObject([{ position: 4 }])
    expect(refusedBecause({ message })).toEqual([{ kind: 'refused', message }])
  })

  it('is forgotten for a step that has changed, and for those after it', () => {
    const changed = { ...CONFIG, transformations: [{ ...(steps[0] as Transformation) }, steps[1] as Transformation] }

    expect(refusedBecause({ message: 'No.' }, changed)).toEqual([])
    expect(refusedBecause({ message: 'No.' }, { ...CONFIG, streams: [...ORDERS] })).toEqual([])
  })

  it('does not hide what is known to be wrong', () => {
    const config = { streams: ORDERS, transformations: stepsOf([{ type: 'filter', settings: { where: '' } }]) }
    const previewed = { ...results({ ...leaving('t0'), error: { message: 'No.' } }), config }

    expect(reviewSteps(config, ENTITIES, previewed).get('t0')?.problems).toMatchObject([{ kind: 'required' }])
  })
})
