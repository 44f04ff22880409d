import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow, serverDown } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
// A separate chunk, loaded first, so that the tests wait only for behaviour.
import './inbound-url-dialog.tsx'

async function opensDialog(prepare: (flows: MemoryFlowRepository) => void = () => {}) {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow())
  prepare(flows)
  const user = userEvent.setup()
  await renderApp({ flows }, '/flows?dialog=inbound&id=flow-1')
  return { flows, user, dialog: within(await screen.findByRole('dialog', { name: 'Inbound URL' })) }
}

const USED = { url: 'https://millrace.example.com/v1/hooks/flows/flow-1', since: '2026-01-01T00:00:00Z' }

it('is created with a secret that is shown once, in an example that works', async () => {
  const { user, dialog } = await opensDialog()

  await user.click(await dialog.findByRole('button', { name: 'Create the URL' }))
  expect(await dialog.findByText('whsec_shown-once')).toBeDefined()
  expect(dialog.getByText('Not used yet.', { exact: false })).toBeDefined()
  const example = dialog.getByRole('region', { name: 'Example for a shell' })
  expect(example.textContent).toContain("secret='whsec_shown-once'")
  expect(example.textContent).toContain(`curl -fsS '${USED.url}'`)
})

it('shows when it was used without the secret, and is renewed at once or with a day for the secret before', async () => {
  const { flows, user, dialog } = await opensDialog((known) =>
    known.inboundUrls.set('flow-1', { ...USED, usedAt: '2026-01-03T00:00:00Z' }),
  )

  expect((await dialog.findByText(/^Last used/)).textContent).not.toContain('before is valid')
  expect(dialog.queryByRole('region', { name: 'Secret' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Renew the secret' }))
  expect(await dialog.findByText('whsec_shown-once')).toBeDefined()
  expect(await dialog.findByText(/The one before is valid until/)).toBeDefined()
  await user.click(dialog.getByRole('checkbox', { name: 'The old secret stays valid for a day' }))
  await user.click(dialog.getByRole('button', { name: 'Renew the secret' }))
  await expect.poll(() => flows.inboundUrls.get('flow-1')?.previousUntil).toBeUndefined()
})

it('is removed after a question, and says why it could not be changed', async () => {
  const { flows, user, dialog } = await opensDialog((known) => known.inboundUrls.set('flow-1', USED))

  await user.click(await dialog.findByRole('button', { name: 'Remove' }))
  flows.failNextOf('removeInboundUrl', { ...serverDown, serverMessage: 'The store is away.' })
  await user.click(dialog.getByRole('button', { name: 'Remove the URL' }))
  expect(await dialog.findByText('The store is away.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Remove the URL' }))

  expect(await dialog.findByRole('button', { name: 'Create the URL' })).toBeDefined()
})
