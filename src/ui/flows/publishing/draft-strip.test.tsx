import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aConnection, aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { memoryPorts } from '../../../adapters/memory/ports/memory-ports.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../editor/flow-editor-page.tsx'
import './draft-strip.tsx'
import './publish-dialog.tsx'
import './discard-draft-dialog.tsx'
import './run-draft-dialog.tsx'

const PATIENCE = { timeout: 10_000 }
const schedule = { cron: '0 3 * * *', timezone: 'UTC' }
const step = { id: 't1', type: 'filter', settings: { where: 'total > 0' } }

/** A nightly flow whose new step is not live. */
async function aDraft() {
  const fakes = memoryPorts()
  const added = await fakes.connections.add('org-1', {
    ...aConnection(),
    type: 'postgres',
    integrationId: 'integration-1',
  })
  const end = { id: added.ok ? added.value.id : '' }
  const config = { streams: [], transformations: [], schedule }
  const flow = aFlow({
    name: 'Orders',
    version: 1,
    edition: 1,
    sourceConnection: end,
    destinationConnection: end,
    config,
  })
  fakes.flows.put('org-1', flow)
  await fakes.flows.saveEdit('org-1', flow, { config: { ...config, transformations: [step] } })
  const published = async () => {
    const got = await fakes.flows.get('org-1', flow.id)
    return got.ok ? got.value : undefined
  }
  await renderApp({ ...fakes }, '/floweditor/flow-1')
  await screen.findByText('1 change is not live', {}, PATIENCE)
  return { fakes, published }
}

it('is published with a note, and then runs use it', async () => {
  const { fakes, published } = await aDraft()
  expect((await published())?.config.transformations).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  const dialog = await screen.findByRole('dialog', { name: 'Publish 1 change' }, PATIENCE)
  await userEvent.type(within(dialog).getByLabelText('Note'), 'Paid orders')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }))

  await expect.poll(async () => (await published())?.config.transformations, PATIENCE).toEqual([step])
  expect(fakes.flows.notes.get(2)).toBe('Paid orders')
  await expect.poll(() => screen.queryByText('1 change is not live'), PATIENCE).toBeNull()
})

it('is discarded after a question, and the editor shows what is published', async () => {
  const { published } = await aDraft()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard the draft' }, PATIENCE))

  await expect.poll(async () => (await published())?.draft, PATIENCE).toBeUndefined()
  await expect.poll(() => screen.queryByText('1 change is not live'), PATIENCE).toBeNull()
})

it('is not what Run runs, unless the user publishes it', async () => {
  const { fakes } = await aDraft()
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  const dialog = await screen.findByRole('dialog', { name: 'Run what is published?' }, PATIENCE)
  expect(fakes.flows.keys).toEqual([])
  expect(within(dialog).getByRole('button', { name: 'Publish and run' })).toBeDefined()

  await userEvent.click(within(dialog).getByRole('button', { name: 'Run what is published' }))
  await expect.poll(() => fakes.flows.keys.length, PATIENCE).toBe(1)
})
