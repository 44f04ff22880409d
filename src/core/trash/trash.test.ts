import { expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import { servicesOver } from '../../../test/support/services-over.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'

async function withDeletedFlow() {
  const ports = memoryPorts()
  const services = servicesOver(ports)
  ports.flows.put('org-1', aFlow())
  await services.deleteFlow('flow-1')
  return { ports, services }
}

it('has a deleted flow, and gives it back', async () => {
  const { services } = await withDeletedFlow()
  expect(await services.listTrash()).toMatchObject({ ok: true, value: [{ id: 'flow-1', kind: 'flow' }] })

  expect(await services.restoreFromTrash('flow-1')).toMatchObject({ ok: true, value: [{ id: 'flow-1' }] })

  expect(await services.listFlows()).toMatchObject({ ok: true, value: [{ id: 'flow-1' }] })
  expect(await services.listTrash()).toEqual({ ok: true, value: [] })
})

it('has nothing any more of what was deleted permanently', async () => {
  const { services } = await withDeletedFlow()
  await services.deletePermanently('flow-1')
  expect(await services.listTrash()).toEqual({ ok: true, value: [] })
})

it('shows why something cannot be restored', async () => {
  const { ports, services } = await withDeletedFlow()
  ports.trash.failNext({ kind: 'http', status: 409, statusText: 'Conflict', serverMessage: 'Its source is gone.' })
  await services.restoreFromTrash('flow-1')
  expect(ports.notifier.shown).toEqual([{ type: 'negative', text: 'Its source is gone.' }])
})
