import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../adapters/memory/connections/memory-connection-repository.ts'
import { MemorySampleDataRepository } from '../../adapters/memory/connections/memory-sample-data-repository.ts'
import { MemoryFlowRepository } from '../../adapters/memory/flows/memory-flow-repository.ts'

async function atPage(address: string, prepare?: (sampleData: MemorySampleDataRepository) => Promise<void>) {
  const connections = new MemoryConnectionRepository()
  const sampleData = new MemorySampleDataRepository({ connections, flows: new MemoryFlowRepository() })
  sampleData.offered = new Map([
    ['postgres', undefined],
    ['mysql', { message: 'MariaDB is not installed on this machine.' }],
  ])
  await prepare?.(sampleData)
  await renderApp({ connections, sampleData }, address)
  return { connections, user: userEvent.setup() }
}

it('a type can be tried with a stand-in, which is added and marked at once', async () => {
  const { user } = await atPage('/sources?dialog=add')
  await user.click(await screen.findByRole('button', { name: 'Try it with a test account: PostgreSQL' }))

  const row = await screen.findByRole('row', { name: /PostgreSQL \(test account\)/ })
  expect(within(row).getByText('Test account')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says why a type cannot be tried here, and offers no type that the server has no stand-in for', async () => {
  await atPage('/sources?dialog=add')
  const mysql = await screen.findByRole('button', { name: 'Try it with a test account: MySQL' })
  expect(mysql.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Try it with a test account: AWS Cost Explorer' })).toBeNull()
})

it('one button removes all stand-ins, and names before what goes', async () => {
  const { user, connections } = await atPage('/integrations', async (sampleData) => {
    await sampleData.addStandIn('org-1', { type: 'postgres', capability: 'source' })
    sampleData.parts = { ...sampleData.parts, flows: [{ id: 'f', name: 'Nightly' }] }
  })
  await user.click(await screen.findByRole('button', { name: 'Remove all test accounts' }))

  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText('Flows that use them: Nightly')).toBeDefined()
  expect(within(dialog).getByText('Connections: PostgreSQL (test account)')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Remove all test accounts' }))

  await waitFor(() => expect(screen.queryByText('One integration is a test account')).toBeNull())
  expect(await connections.list('org-1')).toMatchObject({ value: [] })
})

it('a test account that is made for a new flow is chosen in it', async () => {
  const { user } = await atPage('/flows?dialog=add')
  await user.click(await screen.findByRole('combobox', { name: 'Source' }))
  await user.click(await screen.findByRole('option', { name: 'Add a source' }))
  await user.click(await screen.findByRole('button', { name: 'Try it with a test account: PostgreSQL' }))

  const source = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Source' })
  expect(source.value).toBe('PostgreSQL (test account)')
})
