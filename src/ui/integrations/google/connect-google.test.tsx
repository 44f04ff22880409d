import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryIntegrationRepository } from '../../../adapters/memory/connections/memory-integration-repository.ts'
import type { GoogleOutcome } from '../../routing/search.ts'
import { sendOutcome } from './consent-channel.ts'

const opened: { location: { href: string }; closed: boolean; close(): void }[] = []
const browserOpen = window.open

beforeEach(() => {
  opened.length = 0
  window.open = () => {
    const popup = {
      location: { href: '' },
      closed: false,
      close: () => {
        popup.closed = true
      },
    }
    opened.push(popup)
    return popup as unknown as Window
  }
})
afterEach(() => {
  window.open = browserOpen
})

async function connecting(integrations = new MemoryIntegrationRepository()) {
  const user = userEvent.setup()
  const view = await renderApp({ integrations }, '/integrations?dialog=add&kind=google_oauth')
  await user.click(await screen.findByRole('button', { name: 'Connect Google' }))
  return { ...view, user, integrations }
}

/** Acts like the window to which Google returns. */
function returnsWith(outcome: GoogleOutcome) {
  const heard = Promise.withResolvers<void>()
  const stop = sendOutcome(outcome, heard.resolve)
  return heard.promise.finally(stop)
}

it('opens Google’s page and waits for it', async () => {
  await connecting()

  expect(await screen.findByText('Waiting for Google')).toBeDefined()
  expect(opened.map(({ location }) => location.href)).toEqual(['https://accounts.example/consent'])
})

it('hears that Google is connected, and shows the new integration', async () => {
  const { integrations, user } = await connecting()
  await screen.findByText('Waiting for Google')
  const added = { name: 'Google', type: 'google_oauth', mergedIntegration: false, credentials: {} } as const
  await integrations.add('org-1', added)

  await returnsWith('connected')

  expect(await screen.findByText('Google is connected')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('button', { name: 'Google' })).toBeDefined()
})

it.each([
  ['cancelled', 'Connecting was cancelled'],
  ['expired', 'That took too long'],
  ['other-browser', 'Somebody else started this'],
  ['not-allowed', 'You may not connect Google here any more'],
  ['other-account', 'That was another Google account'],
  ['refused', 'Google refused'],
  ['scope-missing', 'Access to spreadsheets is missing'],
  ['unreachable', 'Google could not be reached'],
] as const)('tells %s apart, and lets one start again', async (outcome, title) => {
  await connecting()
  await screen.findByText('Waiting for Google')

  await returnsWith(outcome)

  expect(await screen.findByText(title)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Connect Google' })).toBeDefined()
})

it('notices that the window was closed', async () => {
  await connecting()
  await screen.findByText('Waiting for Google')

  opened[0]?.close()

  expect(await screen.findByText('The window was closed', {}, { timeout: 3_000 })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Connect Google' })).toBeDefined()
})

it('shows that Google withdrew its consent, and asks for it again', async () => {
  const integrations = new MemoryIntegrationRepository()
  const draft = { name: 'Marketing', type: 'google_oauth', mergedIntegration: false, credentials: {} } as const
  const added = await integrations.add('org-1', draft)
  if (!added.ok) throw new Error('not added')
  integrations.withdraw('org-1', added.value.id)
  const user = userEvent.setup()
  await renderApp({ integrations }, '/integrations')

  expect(await screen.findByText('Reconnect needed')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Reconnect' }))
  expect(await screen.findByText('Connect Marketing again')).toBeDefined()
  expect(screen.queryByLabelText('Connection name')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Connect Google' }))

  expect(await screen.findByText('Waiting for Google')).toBeDefined()
  expect(integrations.askedFor).toEqual({ integrationId: added.value.id })
})

it('says in place that this server has no Google, and closes the window', async () => {
  const integrations = new MemoryIntegrationRepository()
  const user = userEvent.setup()
  await renderApp({ integrations }, '/integrations?dialog=add&kind=google_oauth')
  const button = await screen.findByRole('button', { name: 'Connect Google' })
  integrations.failNext({ kind: 'http', status: 501, statusText: 'Not Implemented', code: 'NOT_CONFIGURED' })

  await user.click(button)

  expect(await screen.findByText('Google is not set up on this server')).toBeDefined()
  expect(opened[0]?.closed).toBe(true)
})

it('says that the browser blocked the window', async () => {
  window.open = () => null
  await connecting()

  expect(await screen.findByText('The window was blocked')).toBeDefined()
})

it('says what became of the consent where no page waits for it', async () => {
  await renderApp({}, '/integrations?google=scope-missing')

  expect(await screen.findByText('Access to spreadsheets is missing')).toBeDefined()
})
