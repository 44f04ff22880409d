import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryIntegrationRepository } from '../../adapters/memory/connections/memory-integration-repository.ts'
import { MemoryFlowRepository } from '../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunRepository } from '../../adapters/memory/runs/memory-run-repository.ts'
import { OrganizationStore } from '../../core/organizations/organization-store.ts'

const PATIENCE = { timeout: 10_000 }

/** Everything that can be named in an address, in an organization in which the person only looks. */
async function asViewer(address: string) {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['viewer'] }])
  const [flows, runs] = [new MemoryFlowRepository(), new MemoryRunRepository()]
  const [connections, integrations] = [new MemoryConnectionRepository(), new MemoryIntegrationRepository()]
  const run = { id: 'run-1', flowId: 'flow-1', kind: 'move', status: 'running', streams: [] } as const
  flows.put('org-1', aFlow({ lastRun: run }))
  runs.put('org-1', run)
  const bill = { name: 'Bill', type: 'aws_cost_explorer_api', capability: 'source', config: {} } as const
  const account = await integrations.add('org-1', {
    name: 'AWS',
    type: 'aws',
    credentials: {},
    mergedIntegration: false,
  })
  const integrationId = account.ok ? account.value.id : ''
  const source = await connections.add('org-1', { ...bill, integrationId })
  const ids = { flow: 'flow-1', connection: source.ok ? source.value.id : '', integration: integrationId }
  const path = address.replaceAll(/<(\w+)>/g, (_, name: keyof typeof ids) => ids[name])
  await renderApp({ organization, flows, runs, connections, integrations }, path)
}

it.each([
  ['/flows?dialog=add', 'Create flow'],
  ['/flows?dialog=schedule&id=<flow>', 'Save'],
  ['/flows?dialog=freshness&id=<flow>', 'Save'],
  ['/flows?dialog=cost&id=<flow>', 'Save'],
  ['/flows?dialog=delete&id=<flow>', 'Delete'],
  ['/flows?dialog=cancel&id=<flow>', 'Cancel the run'],
  ['/flows?dialog=inbound&id=<flow>', 'Create the URL'],
  ['/runs/run-1?dialog=cancel', 'Cancel the run'],
  ['/sources?dialog=add&kind=aws_cost_explorer_api', 'Test and save'],
  ['/sources?dialog=edit&id=<connection>', 'Test and save'],
  ['/sources?dialog=delete&id=<connection>', 'Delete'],
  ['/integrations?dialog=add&kind=aws', 'Add integration'],
  ['/integrations?dialog=delete&id=<integration>', 'Delete'],
  ['/organization-settings?section=invitations&dialog=add', 'Invite'],
])('says at %s which role it needs, before somebody presses “%s” in vain', async (address, label) => {
  await asViewer(address)

  const button = await screen.findByRole('button', { name: label }, PATIENCE)
  expect(button.getAttribute('aria-description')).toMatch(/^Needs at least the role \w+$/)
})
