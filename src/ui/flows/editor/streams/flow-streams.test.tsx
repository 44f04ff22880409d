import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'
import { MemoryConnectionRepository } from '../../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'
import type { FlowStream } from '../../../../core/flows/flow.ts'
import { OrganizationStore } from '../../../../core/organizations/organization-store.ts'
import type { RunSummary } from '../../../../core/runs/run.ts'

const text = (name: string) => ({ name, type: 'text' })

/** The editor for a user who may not query the source; its runs have found two tables. */
async function editorOf(role: string, streams: readonly FlowStream[], lastRun?: RunSummary) {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: [role] }])
  const connections = new MemoryConnectionRepository()
  connections.rows = connections.discover = async () => {
    throw new Error('the source was asked')
  }
  const flows = new MemoryFlowRepository()
  flows.known = [
    { name: 'orders', columns: [text('id'), text('total')] },
    { name: 'customers', columns: [text('id')] },
  ]
  const changes = { config: { streams, transformations: [] }, ...(lastRun && { lastRun }) }
  return anEditor([], changes, { organization, connections, flows })
}

it.each(['viewer', 'runner'])('shows a %s the tables that the runs have found, and no failure', async (role) => {
  await editorOf(role, [], { id: 'run-1', status: 'succeeded' })

  expect(await screen.findByText(/^All 2 tables/, {}, PATIENCE)).toBeDefined()
  expect(within(screen.getByRole('list', { name: 'Tables of the source' })).getByText('customers')).toBeDefined()
  expect(screen.queryByText('The source could not be read')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Read the tables of the source again' })).toBeNull()
})

it('says of a table about how many rows it has', async () => {
  const connections = new MemoryConnectionRepository()
  for (const name of ['Shop', 'Warehouse'])
    await connections.add('org-1', { name, type: 'postgres', capability: 'both', integrationId: 'i', config: {} })
  connections.entities = [
    { name: 'orders', columns: [text('id')], estimatedRows: 1 },
    { name: 'customers', columns: [text('id')], estimatedRows: 20 },
  ]
  const streams = [{ entity: 'orders', mode: 'replace' } as const]
  await anEditor([], { config: { streams, transformations: [] } }, { connections })

  expect(await screen.findByText('~1 row', {}, PATIENCE)).toBeDefined()
  expect(screen.getByText('~20 rows')).toBeDefined()
})

it('shows a viewer the chosen tables of a flow that has not run yet', async () => {
  await editorOf('viewer', [{ entity: 'invoices', mode: 'replace', columns: ['id'] }])

  expect(await screen.findByRole('checkbox', { name: 'invoices', checked: true }, PATIENCE)).toBeDefined()
  expect(screen.queryByText(/of 0 columns/)).toBeNull()
  expect(screen.queryByText('The source could not be read')).toBeNull()
})

it('lets a runner run', async () => {
  await editorOf('runner', [{ entity: 'orders', mode: 'replace' }], { id: 'run-1', status: 'succeeded' })

  await screen.findByRole('checkbox', { name: 'orders' }, PATIENCE)
  expect(screen.getByRole('button', { name: 'Run' }).getAttribute('aria-disabled')).toBeNull()
})

it('tells a viewer which role sees rows, and does not read them', async () => {
  const { user, node } = await editorOf('viewer', [{ entity: 'orders', mode: 'replace' }])

  const chosen = await node(/^Source/)
  act(() => chosen.focus())
  await user.click(screen.getByRole('button', { name: 'Preview, SQL and log' }))

  const drawer = await screen.findByRole('region', { name: 'Preview, SQL and log' }, PATIENCE)
  expect(await within(drawer).findByText('Needs at least the role Editor', {}, PATIENCE)).toBeDefined()
})
