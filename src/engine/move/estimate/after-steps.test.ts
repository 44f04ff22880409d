import { expect, it } from 'vitest'

import { counted, estimated, UNKNOWN } from '../../../core/catalog/estimates/figure.ts'
import type { Step } from '../../transform/columns/step.ts'
import { afterSteps } from './after-steps.ts'

const ORDERS = { rows: counted(1_000), bytes: estimated(50_000), columns: ['id', 'note', 'total'] }

const step = (type: Step['type'], settings: Step['settings'] = {}, stream?: string): Step => ({
  id: type,
  type,
  settings,
  ...(stream !== undefined && { stream }),
})

it('is the same without steps, or with steps of other streams', () => {
  const same = { rows: counted(1_000), bytes: estimated(50_000), columns: counted(3) }
  expect(afterSteps([], 'orders', ORDERS)).toEqual(same)
  expect(afterSteps([step('filter', { where: 'id > 1' }, 'customers')], 'orders', ORDERS)).toEqual(same)
})

it('is at most as much after a filter', () => {
  expect(afterSteps([step('filter', { where: 'id > 1' })], 'orders', ORDERS)).toEqual({
    rows: estimated(1_000, 'most'),
    bytes: estimated(50_000, 'most'),
    columns: counted(3),
  })
})

it('is as many rows as a limit lets pass', () => {
  const limit = step('limit', { rows: 10 })
  expect(afterSteps([limit], 'orders', ORDERS)).toMatchObject({ rows: counted(10), bytes: estimated(500) })
  expect(afterSteps([step('limit', { rows: 5_000 })], 'orders', ORDERS)).toMatchObject({ rows: counted(1_000) })
  expect(afterSteps([limit], 'orders', { ...ORDERS, rows: UNKNOWN })).toMatchObject({ rows: estimated(10, 'most') })
  expect(afterSteps([step('filter'), limit], 'orders', ORDERS)).toMatchObject({ rows: estimated(10, 'most') })
})

it('knows columns that a step chooses, and no rows after steps that combine them', () => {
  const select = step('select', { columns: ['id'] })
  expect(afterSteps([select], 'orders', ORDERS)).toMatchObject({ rows: counted(1_000), columns: counted(1) })
  expect(afterSteps([step('sql', { query: 'select 1' })], 'orders', ORDERS)).toEqual({
    rows: UNKNOWN,
    bytes: UNKNOWN,
    columns: UNKNOWN,
  })
})
