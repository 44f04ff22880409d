import { beforeEach, describe, expect, it } from 'vitest'

import { aFlow, serverDown } from '../../../../test/support/builders.ts'
import { servicesOver } from '../../../../test/support/services-over.ts'
import { memoryPorts } from '../../../adapters/memory/ports/memory-ports.ts'
import type { Services } from '../../services/services.ts'
import type { EditedFlow, FlowVersion } from '../flow.ts'

let ports: ReturnType<typeof memoryPorts>
let services: Services
let opened: EditedFlow
let first: FlowVersion

const later = { config: { streams: [], transformations: [{ id: 't1', type: 'limit', settings: { rows: 5 } }] } }

const seen = async () => {
  const edited = await services.fetchEditedFlow(opened.id)
  if (!edited.ok) throw new Error('not there')
  return edited.value
}

beforeEach(async () => {
  ports = memoryPorts()
  services = servicesOver(ports)
  const schedule = { cron: '0 6 * * *', timezone: 'UTC' }
  const flow = aFlow({
    name: 'Nightly',
    version: 1,
    edition: 1,
    config: { streams: [], transformations: [], schedule },
  })
  ports.flows.put('org-1', flow)
  opened = flow as EditedFlow
  first = { ...flow } as unknown as FlowVersion
})

describe('a version that is restored', () => {
  it('is what is edited then, and the draft that the person has seen is in the trash', async () => {
    await services.saveFlowEdit(await seen(), later as never)
    expect((await seen()).config.transformations).toHaveLength(1)
    expect(await services.restoreFlowVersion(await seen(), first)).toMatchObject({ ok: true })
    expect((await seen()).config.transformations).toEqual([])
  })

  it('is not, when the flow has changed since the person looked', async () => {
    const before = await seen()
    await services.saveFlowEdit(before, later as never)
    expect(await services.restoreFlowVersion(before, first)).toMatchObject({ ok: false })
    expect((await seen()).config.transformations).toHaveLength(1)
  })

  it.each(['discardDraft', 'get', 'saveEdit'] as const)(
    'is not, when the server cannot be reached (%s)',
    async (call) => {
      await services.saveFlowEdit(await seen(), later as never)
      const flow = await seen()
      ports.flows[call] = async () => ({ ok: false, failure: serverDown })
      expect(await services.restoreFlowVersion(flow, first)).toMatchObject({ ok: false, failure: serverDown })
    },
  )
})
