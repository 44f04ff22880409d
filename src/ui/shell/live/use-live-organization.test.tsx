import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunEvents } from '../../../adapters/memory/runs/memory-run-events.ts'
// A separate chunk, loaded first, so that the tests wait only for behaviour.
import '../../connections/page/connections-page.tsx'
import '../../flows/page/flows-page.tsx'

async function atFlows() {
  const [flows, runEvents] = [new MemoryFlowRepository(), new MemoryRunEvents()]
  flows.put('org-1', aFlow())
  await renderApp({ flows, runEvents }, '/flows')
  await screen.findByRole('link', { name: 'Shop to warehouse' })
  const renamesElsewhere = (name: string) => flows.put('org-1', aFlow({ name }))
  return { flows, runEvents, renamesElsewhere }
}

it('shows what somebody has renamed elsewhere, without a reload', async () => {
  const { runEvents, renamesElsewhere } = await atFlows()
  renamesElsewhere('Orders, every night')

  act(() => runEvents.emit('org-1', { type: 'change', kind: 'flow', id: 'flow-1' }))

  expect(await screen.findByRole('link', { name: 'Orders, every night' })).toBeDefined()
})

it('asks once for what many changes in a row have changed', async () => {
  const { flows, runEvents } = await atFlows()
  const list = flows.list.bind(flows)
  let asked = 0
  flows.list = (organizationId) => {
    asked++
    return list(organizationId)
  }

  for (let at = 0; at < 50; at++) act(() => runEvents.emit('org-1', { type: 'change', kind: 'flow', id: `flow-${at}` }))

  await expect.poll(() => asked).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(asked).toBe(1)
})

it('leaves alone what did not change', async () => {
  const { runEvents, renamesElsewhere } = await atFlows()
  renamesElsewhere('Orders, every night')

  act(() => runEvents.emit('org-1', { type: 'change', kind: 'member', id: 'member-1' }))

  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.getByRole('link', { name: 'Shop to warehouse' })).toBeDefined()
})

it('catches up once the connection is there again', async () => {
  const { runEvents, renamesElsewhere } = await atFlows()
  act(() => runEvents.emitState('waiting'))
  renamesElsewhere('Orders, every night')

  act(() => runEvents.emitState('open'))

  expect(await screen.findByRole('link', { name: 'Orders, every night' })).toBeDefined()
})

it('shows once a run has ended what the run found out about connections', async () => {
  const [connections, runEvents] = [new MemoryConnectionRepository(), new MemoryRunEvents()]
  await connections.add('org-1', {
    name: 'Shop',
    type: 'postgres',
    capability: 'source',
    integrationId: 'i',
    config: {},
  })
  await renderApp({ connections, runEvents }, '/sources')
  await screen.findByText('never')
  const list = connections.list.bind(connections)
  connections.list = async (organizationId) => {
    const listed = await list(organizationId)
    const lastTest = { ok: false, at: '2026-01-01T10:00:00Z', stage: 'sign-in' } as const
    return listed.ok ? { ok: true, value: listed.value.map((connection) => ({ ...connection, lastTest })) } : listed
  }

  act(() =>
    runEvents.emit('org-1', {
      type: 'run',
      run: { id: 'run-1', kind: 'move', flowId: 'flow-1', status: 'failed', streams: [] },
    }),
  )

  expect(await screen.findByText('Failed at: Sign-in')).toBeDefined()
})
