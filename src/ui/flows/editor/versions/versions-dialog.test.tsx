import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aConnection, aFlow, serverDown } from '../../../../../test/support/builders.ts'
import { renderApp } from '../../../../../test/support/render-app.tsx'
import { memoryPorts } from '../../../../adapters/memory/ports/memory-ports.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../flow-editor-page.tsx'
import './versions-dialog.tsx'

async function withTwoVersions() {
  const fakes = memoryPorts()
  const connection = await fakes.connections.add('org-1', {
    ...aConnection(),
    type: 'postgres',
    integrationId: 'integration-1',
  })
  const end = connection.ok ? { id: connection.value.id } : { id: '' }
  const flow = aFlow({ name: 'Orders', sourceConnection: end, destinationConnection: end })
  fakes.flows.put('org-1', flow)
  await fakes.flows.update('org-1', flow.id, { name: 'Big orders' })
  return fakes
}

const ADDRESS = '/floweditor/flow-1?dialog=versions'

it('lists what was saved, and restores an older version as a new one', async () => {
  const fakes = await withTwoVersions()
  await renderApp({ ...fakes }, ADDRESS)
  const dialog = await screen.findByRole('dialog', { name: 'Versions' })
  expect(await within(dialog).findByText('Version 2')).toBeDefined()

  await userEvent.click(within(dialog).getByRole('button', { name: 'Compare with version 1' }))
  expect(await within(dialog).findByText('The name becomes “Orders”.')).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Restore version 1' }))

  await expect
    .poll(async () => (await fakes.flows.get('org-1', 'flow-1')).ok && fakes.flows.saved.at(-1))
    .toMatchObject({
      name: 'Orders',
      version: 3,
    })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await expect.poll(() => fakes.flows.saved.at(-1)?.name, { timeout: 8_000 }).toBe('Big orders')
})

it('says what becomes of the freshness, from how long to how long', async () => {
  const fakes = await withTwoVersions()
  await fakes.flows.update('org-1', 'flow-1', { freshnessMinutes: 90 })
  await fakes.flows.update('org-1', 'flow-1', { freshnessMinutes: 60 })
  await renderApp({ ...fakes }, ADDRESS)

  await userEvent.click(await screen.findByRole('button', { name: 'Compare with version 3' }))
  expect(await screen.findByText('Freshness limit 1h 30m; now 1h.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Compare with version 2' }))
  expect(await screen.findByText('No freshness limit; now 1h.')).toBeDefined()
})

it('does not restore a version whose connection is deleted, and says where it is', async () => {
  const fakes = await withTwoVersions()
  await fakes.flows.update('org-1', 'flow-1', { sourceConnection: { id: 'gone' } })
  await fakes.flows.update('org-1', 'flow-1', { sourceConnection: { id: 'connection-1' } })
  await renderApp({ ...fakes }, ADDRESS)

  await userEvent.click(await screen.findByRole('button', { name: 'Compare with version 3' }))

  const restore = await screen.findByRole('button', { name: 'Restore version 3' })
  expect(restore.getAttribute('aria-description')).toBe('A connection of it is in the trash.')
})

it('says in place that the versions could not be loaded', async () => {
  const fakes = await withTwoVersions()
  fakes.flows.versions = async () => ({ ok: false, failure: serverDown })
  await renderApp({ ...fakes }, ADDRESS)
  expect(await screen.findByText('The versions could not be loaded')).toBeDefined()
})
