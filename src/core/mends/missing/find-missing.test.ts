import { describe, expect, it } from 'vitest'

import type { TableShape } from '../../connections/compare-tables.ts'
import type { FlowConfig, FlowStream, Transformation } from '../../flows/flow.ts'
import { findMissing } from './find-missing.ts'
import { withOther, withoutMissing } from './mend-flow.ts'
import type { MissingObject } from './missing-object.ts'

const table = (name: string, columns: Readonly<Record<string, string>>): TableShape => ({
  name,
  columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
})
const ORDERS = table('orders', { id: 'int', total: 'numeric', email: 'text' })
const CUSTOMERS = table('customers', { id: 'int', name: 'text' })
const stream = (entity: string, changes: Partial<FlowStream> = {}): FlowStream => ({
  entity,
  mode: 'upsert',
  ...changes,
})
const step = (type: string, settings: object, of?: string): Transformation => ({
  id: type,
  type,
  settings: { ...settings },
  ...(of !== undefined && { stream: of }),
})
const flow = (streams: readonly FlowStream[], ...transformations: Transformation[]): FlowConfig => ({
  streams,
  transformations,
})
/** `orders` without its column `total`. */
const LESS = [table('orders', { id: 'int', email: 'text' }), CUSTOMERS]
const one = (config: FlowConfig, tables: readonly TableShape[] = LESS, known: readonly TableShape[] = [ORDERS]) => {
  const [missing, ...others] = findMissing(config, tables, known)
  expect(others).toEqual([])
  if (!missing) throw new Error('nothing is broken')
  return missing
}
const removed = (config: FlowConfig, missing: MissingObject = one(config)) => withoutMissing(config, missing)
const replaced = (config: FlowConfig, to: string, missing: MissingObject = one(config)) =>
  withOther(config, missing, to)
/** In a flow whose columns have other names in the destination. */
const replacedByName = (config: FlowConfig, to: string) => {
  const { renamed: _, ...missing } = one(config)
  return withOther(config, missing, to)
}

it('is nothing while the source is not known, and where all is there', () => {
  expect(findMissing(flow([stream('gone')]), undefined)).toEqual([])
  expect(
    findMissing(flow([stream('orders', { key: ['id'], columns: ['id'] })], step('limit', { rows: 1 })), LESS),
  ).toEqual([])
})

describe('a table that is gone', () => {
  const config = flow(
    [stream('orders'), stream('sales')],
    step('limit', { rows: 1 }, 'sales'),
    step('join', { stream: 'sales', on: [] }, 'orders'),
    step('newer', {}, 'sales'),
    step('sort', { by: [] }, 'orders'),
  )

  it('is told once, with all its uses', () => {
    expect(one(config)).toMatchObject({
      table: 'sales',
      uses: [
        { kind: 'moved' },
        { kind: 'step', place: 1, type: 'limit', isRemoved: true },
        { kind: 'step', place: 2, type: 'join' },
        { kind: 'step', place: 3, type: 'newer' },
      ],
      choices: ['customers'],
      isRemovable: true,
    })
  })

  it('is removed with the steps that work on it', () => {
    expect(removed(config)).toEqual(flow([stream('orders')], step('sort', { by: [] }, 'orders')))
  })

  it('is replaced wherever it is named', () => {
    expect(replaced(config, 'customers')).toEqual(
      flow(
        [stream('orders'), stream('customers')],
        step('limit', { rows: 1 }, 'customers'),
        step('join', { stream: 'customers', on: [] }, 'orders'),
        step('newer', {}, 'customers'),
        step('sort', { by: [] }, 'orders'),
      ),
    )
  })

  it('is replaced by one whose rows go on to the same place, unless another was chosen', () => {
    const known = [{ ...table('sales', { id: 'int' }), target: 'mart.sales' }]
    const config = flow([stream('sales')])
    expect(replaced(config, 'customers', one(config, LESS, known)).streams).toEqual([
      stream('customers', { target: 'mart.sales' }),
    ])
    const placed = flow([stream('sales', { target: 'own' })])
    expect(replaced(placed, 'customers', one(placed, LESS, known)).streams).toEqual([
      stream('customers', { target: 'own' }),
    ])
  })

  it('is not removed as the last one, because none chosen means all', () => {
    expect(one(flow([stream('sales')])).isRemovable).toBe(false)
  })

  it('is of steps alone where everything is moved', () => {
    const everything = flow([], step('join', { stream: 'sales' }))
    expect(one(everything)).toMatchObject({ choices: ['orders', 'customers'], isRemovable: true })
    expect(removed(everything).transformations).toEqual([])
  })

  it('is called now as the one table that came since with its columns, else as the nearest', () => {
    const sales = table('sales', { id: 'int', price: 'numeric' })
    const now = [...LESS, { ...sales, name: 'zz_revenue' }]
    const wanted = flow([stream('sales')])
    expect(one(wanted, now, [sales]).suggestion).toBe('zz_revenue')
    expect(one(wanted, [...now, { ...sales, name: 'sale' }], [sales]).suggestion).toBe('sale')
    expect(one(wanted, [table('zz_revenue', { id: 'text', price: 'numeric' })], [sales]).suggestion).toBeUndefined()
    expect(one(wanted, now, []).suggestion).toBeUndefined()
  })
})

describe('a column that is gone', () => {
  it('is told for each place of its stream that names it', () => {
    const config = flow([
      stream('orders', {
        columns: ['id', 'total'],
        key: ['total'],
        cursor: 'total',
        mapping: { value: 'total', x: 'id' },
      }),
    ])
    expect(one(config)).toMatchObject({
      table: 'orders',
      column: 'total',
      type: 'numeric',
      uses: [{ kind: 'moved' }, { kind: 'key' }, { kind: 'cursor' }, { kind: 'mapping', field: 'value' }],
      choices: ['id', 'email'],
    })
    expect(removed(config).streams).toEqual([stream('orders', { columns: ['id'], mapping: { x: 'id' } })])
    expect(replacedByName(config, 'email').streams).toEqual([
      stream('orders', {
        columns: ['id', 'email'],
        key: ['email'],
        cursor: 'email',
        mapping: { value: 'email', x: 'id' },
      }),
    ])
  })

  it('takes what belongs to the cursor with it, and leaves the rest of a stream alone', () => {
    const config = flow([
      stream('customers'),
      stream('orders', { cursor: 'total', emptyCursor: 'fail', target: 'mart.orders' }),
    ])
    expect(removed(config).streams).toEqual([stream('customers'), stream('orders', { target: 'mart.orders' })])
    const other = flow([stream('orders', { columns: ['id', 'total'], key: ['id'], cursor: 'id', emptyCursor: 'fail' })])
    expect(removed(other).streams).toEqual([
      stream('orders', { columns: ['id'], key: ['id'], cursor: 'id', emptyCursor: 'fail' }),
    ])
    const mapped = flow([stream('orders', { mapping: { value: 'total' } })])
    expect(removed(mapped).streams).toEqual([stream('orders')])
    expect(replaced(flow([stream('orders', { key: ['id'], cursor: 'total' })]), 'email').streams).toEqual([
      stream('orders', { key: ['id'], cursor: 'email' }),
    ])
  })

  it('is not removed as the last that is chosen, because none chosen means all', () => {
    expect(one(flow([stream('orders', { columns: ['total'] })])).isRemovable).toBe(false)
  })

  it('is none where a step makes it, or nobody knows what comes', () => {
    const makes = step('compute', { columns: [{ name: 'total', expression: 'id * 2' }] }, 'orders')
    expect(findMissing(flow([stream('orders', { key: ['total'] })], makes), LESS, [ORDERS])).toEqual([])
    const unknown = step('sql', { query: 'select * from input' }, 'orders')
    expect(findMissing(flow([stream('orders', { key: ['total'] })], unknown), LESS, [ORDERS])).toEqual([])
    expect(findMissing(flow([stream('orders', { key: ['total'] })], step('newer', {})), LESS, [ORDERS])).toEqual([])
    expect(findMissing(flow([stream('orders', { columns: ['total'] })]), [table('orders', {})])).toEqual([])
  })

  it.each<[string, object, object | undefined, object]>([
    ['select', { columns: ['id', 'total'] }, { columns: ['id'] }, { columns: ['id', 'amount'] }],
    ['select', { columns: ['total'] }, undefined, { columns: ['amount'] }],
    ['filter', { where: `total > 5 and x = 'total'` }, undefined, { where: `amount > 5 and x = 'total'` }],
    ['sql', { query: 'select "total" from input' }, undefined, { query: 'select "amount" from input' }],
    [
      'compute',
      {
        columns: [
          { name: 'a', expression: 'total * 2' },
          { name: 'b', expression: 'id' },
        ],
      },
      { columns: [{ name: 'b', expression: 'id' }] },
      {
        columns: [
          { name: 'a', expression: 'amount * 2' },
          { name: 'b', expression: 'id' },
        ],
      },
    ],
    [
      'rename',
      { columns: [{ column: 'total', to: 'total' }] },
      undefined,
      { columns: [{ column: 'amount', to: 'total' }] },
    ],
    [
      'aggregate',
      { by: ['total'], measures: [{ function: 'count', name: 'n' }] },
      undefined,
      { by: ['amount'], measures: [{ function: 'count', name: 'n' }] },
    ],
    [
      'deduplicate',
      { by: ['id'], keep: [{ column: 'total', direction: 'ascending' }] },
      { by: ['id'], keep: [] },
      { by: ['id'], keep: [{ column: 'amount', direction: 'ascending' }] },
    ],
    [
      'join',
      { stream: 'customers', on: [{ column: 'total', other: 'id' }] },
      undefined,
      { stream: 'customers', on: [{ column: 'amount', other: 'id' }] },
    ],
  ])('is taken out of a step %s %j, or the step with it', (type, settings, without, withAnother) => {
    const config = flow([stream('orders')], step(type, settings, 'orders'))
    expect(one(config).uses).toMatchObject([{ kind: 'step', type, place: 1, isRemoved: without === undefined }])
    expect(removed(config).transformations).toEqual(without ? [step(type, without, 'orders')] : [])
    expect(replacedByName(config, 'amount').transformations).toEqual([step(type, withAnother, 'orders')])
  })

  it('is found behind each other step that names it, once and with all of them', () => {
    const config = flow(
      [stream('orders')],
      step('select', { columns: ['id', 'total'] }),
      step('sort', {
        by: [
          { column: 'total', direction: 'ascending' },
          { column: 'id', direction: 'ascending' },
        ],
      }),
      step('limit', { rows: 1 }),
    )
    expect(one(config).uses).toMatchObject([{ place: 1 }, { place: 2 }])
    expect(findMissing(removed(config), LESS, [ORDERS])).toEqual([])
    expect(findMissing(replaced(config, 'email'), LESS, [ORDERS])).toEqual([])
  })

  describe('whose new name is chosen', () => {
    const NOW = [table('orders', { id: 'int', amount: 'numeric', email: 'text' }), CUSTOMERS]
    const FIRST = { ...step('rename', { columns: [{ column: 'amount', to: 'total' }] }, 'orders'), id: 'rename-2' }
    const settled = (config: FlowConfig, to = 'amount', known = [ORDERS]) => {
      const mended = withOther(config, one(config, NOW, known), to)
      expect(findMissing(mended, NOW, known)).toEqual([])
      return mended
    }

    it('arrives under the name that readers of the destination know, and the steps stay as they are', () => {
      const filter = step('filter', { where: 'total > 5' })
      const given = { columns: ['id', 'total'], key: ['total'], cursor: 'total' }
      expect(settled(flow([stream('orders', given)], filter))).toEqual(
        flow([stream('orders', { ...given, columns: ['id', 'amount'], cursor: 'amount' })], FIRST, filter),
      )
    })

    it('is listed with the columns that came before, where new ones are left out', () => {
      const filter = step('filter', { where: 'total > 5' })
      expect(settled(flow([stream('orders', { drift: 'ignore' })], filter)).streams).toEqual([
        stream('orders', { drift: 'ignore', columns: ['id', 'email', 'amount'] }),
      ])
    })

    it('keeps a step working that is for all tables, of which others still have the column', () => {
      const filter = step('filter', { where: 'total > 5' })
      const now = [...NOW, table('sales', { total: 'numeric' })]
      const config = flow([], filter)
      const missing = one(config, now)
      expect(missing).toMatchObject({ choices: ['amount'], renamed: ['amount'], isRemovable: false })
      expect(withOther(config, missing, 'amount').transformations).toEqual([FIRST, filter])
    })

    it('takes the place of the old one by its own name, if that has not arrived, or if it arrives itself', () => {
      const [renamed, amount] = ['total', 'amount'].map((column) =>
        step('rename', { columns: [{ column, to: 'value' }] }, 'orders'),
      )
      expect(settled(flow([stream('orders')], ...(renamed ? [renamed] : [])))).toEqual(
        flow([stream('orders')], ...(amount ? [amount] : [])),
      )
      expect(settled(flow([stream('orders', { columns: ['id', 'total'] })]), 'email')).toEqual(
        flow([stream('orders', { columns: ['id', 'email'] })]),
      )
      expect(settled(flow([stream('orders', { mapping: { value: 'total' } })])).streams).toEqual([
        stream('orders', { mapping: { value: 'amount' } }),
      ])
    })
  })

  it('of a joined table is replaced on its own side alone', () => {
    const on = [{ column: 'code', other: 'code' }]
    const join = step('join', { stream: 'customers', rows: 'all', on, columns: ['code', 'name'] }, 'orders')
    const config = flow([stream('orders')], join)
    const tables = [table('orders', { code: 'text' }), CUSTOMERS]
    const missing = one(config, tables, [])
    expect(missing).toMatchObject({ table: 'customers', column: 'code', uses: [{ isRemoved: true, sides: ['other'] }] })
    expect(withOther(config, missing, 'id').transformations[0]?.settings).toMatchObject({
      on: [{ column: 'code', other: 'id' }],
      columns: ['id', 'name'],
    })
  })

  it('that other tables still have is left to a person, where one step works on all', () => {
    const mask = step('mask', { columns: [{ column: 'email', method: 'hash' }] })
    const tables = [table('orders', { id: 'int' }), table('customers', { email: 'text' })]
    const config = flow([], mask)
    const missing = one(config, tables, [table('orders', { id: 'int', email: 'text' })])
    expect(missing).toMatchObject({ uses: [{ isShared: true }], choices: [], isRemovable: false })
    expect(withoutMissing(config, missing)).toEqual(config)
    expect(withOther(config, missing, 'id')).toEqual(config)
  })

  it('is called now as the new one of its type in its place, or as the one with the most similar name', () => {
    const config = flow([stream('orders', { cursor: 'total' })])
    const before = [table('orders', { id: 'int', total: 'numeric', email: 'text' })]
    const now = [table('orders', { id: 'int', zz_sum: 'numeric', email: 'text', remark: 'numeric' })]
    expect(one(config, now, before).suggestion).toBe('zz_sum')
    // Dropped, while another one came.
    const other = [table('orders', { id: 'int', email: 'text', zz_sum: 'numeric' })]
    expect(one(config, other, before).suggestion).toBeUndefined()
    expect(one(config, [table('orders', { id: 'int', totals: 'money' })]).suggestion).toBe('totals')
    expect(one(config, [table('orders', { totals: 'money' })], []).suggestion).toBe('totals')
  })
})
