import { describe, expect, it } from 'vitest'

import { exportedFlow, exportedFlowFile } from './exported-flow.ts'
import type { Flow } from './flow.ts'

const flow: Flow = {
  id: 'flow-1',
  name: 'Orders',
  enabled: true,
  version: 7,
  sourceConnection: { id: 'connection-1', name: 'Shop', type: 'postgres' },
  destinationConnection: { id: 'connection-2', name: 'Warehouse', type: 'bigquery' },
  config: {
    streams: [{ entity: 'public.orders', mode: 'upsert', key: ['id'] }],
    transformations: [{ id: 'step-1', type: 'limit', settings: { count: 10 } }],
    schedule: { cron: '0 6 * * *', timezone: 'Europe/Berlin' },
  },
}

describe('an exported flow', () => {
  it('says what it does and between what', () => {
    expect(exportedFlow(flow)).toEqual({
      name: 'Orders',
      enabled: true,
      source: { name: 'Shop', type: 'postgres' },
      destination: { name: 'Warehouse', type: 'bigquery' },
      config: flow.config,
    })
  })

  it('names the flows after which it starts, but those that are gone', () => {
    const after = { flowIds: ['flow-2', 'gone'], when: 'any_ended' } as const
    const { config } = exportedFlow({ ...flow, config: { ...flow.config, after } }, [{ id: 'flow-2', name: 'Shops' }])
    expect(config.after).toEqual({ flows: ['Shops'], when: 'any_ended' })
    expect(exportedFlow({ ...flow, config: { ...flow.config, after } }).config.after).toBeUndefined()
  })

  it('leaves out an end that is not there', () => {
    expect(exportedFlow({ id: 'flow-1', name: 'Orders', enabled: false, config: flow.config })).toEqual({
      name: 'Orders',
      enabled: false,
      config: flow.config,
    })
  })

  it('is a file that every system takes', () => {
    expect(exportedFlowFile({ name: 'Aufträge: EU/US' })).toBe('Aufträge EU US.flow.json')
    expect(exportedFlowFile({ name: '///' })).toBe('flow.flow.json')
  })
})
