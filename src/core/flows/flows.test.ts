import { beforeEach, describe, expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { servicesOver } from '../../../test/support/services-over.ts'
import { memoryUser } from '../../adapters/memory/memory-identity.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import type { Services } from '../services/services.ts'
import { isDone } from './drafts/flow-difference.ts'
import type { Flow } from './flow.ts'
import { movedOf, positionsOf } from './positions/positions.ts'

const transformation = (id: string) => ({ id, type: 'filter', settings: {} })

let ports: ReturnType<typeof memoryPorts>
let services: Services
let flow: Flow

beforeEach(async () => {
  ports = memoryPorts()
  services = servicesOver(ports)
  const created = await services.createFlow({
    name: 'Shop to warehouse',
    sourceConnection: { id: 'connection-1' },
    destinationConnection: { id: 'connection-2' },
    config: { streams: [], transformations: [transformation('t1'), transformation('t2'), transformation('t3')] },
  })
  if (!created.ok) throw new Error('not created')
  flow = created.value
})

it('removes a transformation and saves the flow', async () => {
  await services.removeTransformation(flow, 't2')

  expect(await services.fetchFlow(flow.id)).toMatchObject({
    value: { config: { streams: [], transformations: [{ id: 't1' }, { id: 't3' }] } },
  })
})

it('does not overwrite a flow that somebody else has changed', async () => {
  await services.updateFlow(flow, { name: 'Theirs' })

  expect(await services.updateFlow(flow, { name: 'Ours' })).toMatchObject({ ok: false, failure: { status: 409 } })
  expect(await services.fetchFlow(flow.id)).toMatchObject({ value: { name: 'Theirs', version: 2 } })
})

it('shows a flow as it is published, and saves edits at once, where the server has no drafts', async () => {
  ports.flows.failNext({ kind: 'not-offered' })

  expect(await services.fetchEditedFlow(flow.id)).toMatchObject({ ok: true, value: { id: flow.id, version: 1 } })
  const saved = await services.saveFlowEdit({ id: flow.id, version: 1 }, { name: 'Ours' })
  expect(saved).toMatchObject({ ok: true })
  expect(await services.fetchFlow(flow.id)).toMatchObject({ value: { name: 'Ours', version: 2 } })
})

it.each([
  ['listFlows', () => services.listFlows()],
  ['fetchFlow', () => services.fetchFlow(flow.id)],
  [
    'createFlow',
    () => services.createFlow({ name: 'x', sourceConnection: { id: 'a' }, destinationConnection: { id: 'b' } }),
  ],
  ['updateFlow', () => services.updateFlow(flow, {})],
  ['deleteFlow', () => services.deleteFlow(flow.id)],
] as const)('keeps what fails as an error state, without a toast (%s)', async (operation, act) => {
  ports.flows.failNext(serverDown)

  expect(await act()).toEqual({ ok: false, failure: serverDown, rethrow: false })
  expect(ports.notifier.shown).toEqual([])
  expect(ports.log.errors).toEqual([{ what: operation, detail: serverDown }])
})

describe('running a flow', () => {
  it('triggers a run, says so and reloads the flows', async () => {
    expect(await services.runFlow(flow.id)).toEqual({ ok: true, value: { runId: 'run-1' } })
    expect(ports.notifier.shown).toEqual([{ type: 'positive', code: 'flow.run.triggered' }])
    expect(ports.resources.flows.get('org-1')).toEqual([flow])
  })

  it('does not reload when nothing was triggered', async () => {
    ports.flows.failNext({ ...serverDown, serverMessage: 'The flow is disabled.' })

    await services.runFlow(flow.id)

    expect(ports.notifier.shown).toEqual([
      { type: 'negative', code: 'flow.run.failed', detail: 'The flow is disabled.' },
    ])
    expect(ports.resources.flows.has('org-1')).toBe(false)
  })

  it('is a new run each time', async () => {
    await services.runFlow(flow.id)
    ports.flows.failNext(serverDown)
    await services.runFlow(flow.id)
    await services.runFlow(flow.id)

    expect(ports.flows.keys).toEqual(['key-1', 'key-2', 'key-3'])
  })

  it('is the same run again after no answer came', async () => {
    ports.flows.failNext({ kind: 'network' })
    await services.runFlow(flow.id)
    await services.runFlow(flow.id)
    await services.runFlow(flow.id)

    expect(ports.flows.keys).toEqual(['key-1', 'key-1', 'key-2'])
  })

  it('keeps no flows of another organization that is shown when the run has started', async () => {
    const { run } = ports.flows
    ports.flows.run = async (...input) => {
      const triggered = await run.apply(ports.flows, input)
      ports.organization.load([
        { id: 'org-1', name: 'Analytical Engines' },
        { id: 'org-2', name: 'Difference Engines' },
      ])
      services.setActiveOrganization('org-2')
      return triggered
    }

    expect(await services.runFlow(flow.id)).toMatchObject({ ok: true })
    expect([...ports.resources.flows]).toEqual([])
  })

  it('keeps no flows for somebody who has signed out meanwhile', async () => {
    const { list } = ports.flows
    ports.flows.list = async (...input) => {
      const listed = await list.apply(ports.flows, input)
      ports.organization.clear()
      return listed
    }

    expect(await services.runFlow(flow.id)).toMatchObject({ ok: true })
    expect([...ports.resources.flows]).toEqual([])
  })

  it('shows the flows as they were when they cannot be reloaded', async () => {
    const { run } = ports.flows
    ports.flows.run = async (...input) => {
      const triggered = await run.apply(ports.flows, input)
      ports.flows.failNext(serverDown)
      return triggered
    }

    expect(await services.runFlow(flow.id)).toMatchObject({ ok: true })
    expect(ports.resources.flows.has('org-1')).toBe(false)
  })
})

describe('positions', () => {
  it('stand at the defaults until moved', () => {
    expect(services.loadPositions(flow)).toEqual({
      source: { x: 50, y: 150 },
      destination: { x: 450, y: 150 },
      transformations: { t1: { x: 250, y: 50 }, t2: { x: 250, y: 150 }, t3: { x: 250, y: 250 } },
    })
  })

  it('stay where they were put, per flow', () => {
    services.savePositions(flow.id, {
      source: { x: 1, y: 2 },
      destination: { x: 3, y: 4 },
      transformations: { t2: { x: 5, y: 6 }, gone: { x: 0, y: 0 } },
    })

    expect(services.loadPositions(flow)).toEqual({
      source: { x: 1, y: 2 },
      destination: { x: 3, y: 4 },
      transformations: { t1: { x: 250, y: 50 }, t2: { x: 5, y: 6 }, t3: { x: 250, y: 250 } },
    })
    expect(services.loadPositions({ ...flow, id: 'other' }).source).toEqual({ x: 50, y: 150 })
  })

  it('are kept only where they differ from the defaults, so that other steps make room for a new one', () => {
    const positions = positionsOf(flow, { destination: { x: 3, y: 4 }, transformations: { t2: { x: 5, y: 6 } } })

    expect(movedOf(flow, positions)).toEqual({ destination: { x: 3, y: 4 }, transformations: { t2: { x: 5, y: 6 } } })
    expect(movedOf(flow, { ...positions, source: { x: 50, y: 151 } }).source).toEqual({ x: 50, y: 151 })
  })

  const without = (id: string) => ({
    ...flow,
    config: { ...flow.config, transformations: flow.config.transformations.filter((step) => step.id !== id) },
  })

  it('of steps that nobody moved are those of their numbers, also after another one was moved there or removed', () => {
    const stored = { transformations: { t1: { x: 280, y: 98 } } }

    expect(positionsOf(flow, stored).transformations['t3']).toEqual({ x: 250, y: 250 })
    expect(positionsOf(without('t2'), stored).transformations).toEqual({
      t1: { x: 280, y: 98 },
      t3: { x: 250, y: 150 },
    })
  })

  it('go with the flow when it is deleted', async () => {
    services.savePositions(flow.id, { source: { x: 1, y: 2 } })

    await services.deleteFlow(flow.id)

    expect(ports.positions.load(flow.id)).toEqual({})
  })
})

describe('unsaved changes', () => {
  const unsaved = () => ({ base: flow, change: { name: 'Not saved yet' }, at: 1_000 })

  it('are there again for the person who made them, until they are saved', () => {
    services.saveFlowDraft(flow.id, unsaved())
    expect(services.loadFlowDraft(flow.id)).toEqual(unsaved())

    services.saveFlowDraft(flow.id, undefined)
    expect(services.loadFlowDraft(flow.id)).toBeUndefined()
  })

  it('are nobody else’s, and outlive the session', () => {
    services.saveFlowDraft(flow.id, unsaved())
    const { user } = ports.session.get()

    ports.session.end()
    expect(services.loadFlowDraft(flow.id)).toBeUndefined()
    services.saveFlowDraft(flow.id, undefined)
    ports.session.begin(memoryUser('eve@example.com'))
    expect(services.loadFlowDraft(flow.id)).toBeUndefined()

    if (user) ports.session.begin(user)
    expect(services.loadFlowDraft(flow.id)).toEqual(unsaved())
  })

  it('go with the flow when it is deleted', async () => {
    services.saveFlowDraft(flow.id, unsaved())

    await services.deleteFlow(flow.id)

    expect(services.loadFlowDraft(flow.id)).toBeUndefined()
  })

  it('are done once the flow is as they want it', () => {
    expect(isDone(flow, { name: flow.name, config: structuredClone(flow.config) })).toBe(true)
    expect(isDone(flow, { name: flow.name, enabled: false })).toBe(false)
  })
})

it('reads what a page needs of a source without a word, where a person who asks is told', async () => {
  const connection = { id: 'connection-1', type: 'postgres' }
  await ports.connections.add('org-1', {
    name: 'x',
    type: 'postgres',
    capability: 'both',
    integrationId: 'i',
    config: {},
  })

  await services.readEntities(connection)
  expect(ports.notifier.shown).toEqual([])

  await services.discoverConnection(connection)
  expect(ports.notifier.shown).toEqual([{ type: 'positive', code: 'connection.discover.succeeded' }])
})

it('makes sample data', async () => {
  expect(await services.createSampleData()).toMatchObject({
    ok: true,
    value: { connections: [{ name: 'Shop' }, { name: 'Warehouse' }], flow: { name: 'Shop to warehouse' } },
  })
})

it('remembers preferences', () => {
  expect(services.loadPreferences()).toEqual({})
  services.savePreferences({ theme: 'dark' })
  expect(services.loadPreferences()).toEqual({ theme: 'dark' })
})
