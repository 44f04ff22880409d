import { expect, it } from 'vitest'

import { possiblePredecessors } from './possible-predecessors.ts'
import { withSchedule } from './with-schedule.ts'

const flow = (id: string, ...flowIds: string[]) => ({
  id,
  name: id,
  config: {
    streams: [],
    transformations: [],
    ...(flowIds.length > 0 && { after: { flowIds, when: 'all_succeeded' as const } }),
  },
})

it('are all other flows but those that start after it, also through others', () => {
  const flows = [flow('orders'), flow('customers', 'orders'), flow('report', 'customers', 'gone'), flow('invoices')]
  const namesFor = (id: number) => possiblePredecessors(flows[id] ?? flow(''), flows).map(({ name }) => name)

  expect(namesFor(0)).toEqual(['invoices'])
  expect(namesFor(1)).toEqual(['orders', 'invoices'])
  expect(namesFor(2)).toEqual(['orders', 'customers', 'invoices'])
})

it('stands beside a schedule, and is taken away with it', () => {
  const { config } = flow('report', 'orders')
  const schedule = { cron: '0 6 * * *', timezone: 'UTC' }
  const both = withSchedule(config, schedule, config.after)

  expect(both).toEqual({ ...config, schedule })
  expect(withSchedule(both, undefined, undefined)).toEqual({ streams: [], transformations: [] })
})
