import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { memoryPorts } from '../../../adapters/memory/ports/memory-ports.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../page/connections-page.tsx'
import './connection-versions-dialog.tsx'

it('fills the form with earlier settings, and keeps the secret that is stored', async () => {
  const fakes = memoryPorts()
  const credentials = { host: 'new.example', port: 5432, user: 'ada', password: 'p', dbname: 'd', sslmode: 'prefer' }
  const merged = { name: 'Shop', type: 'postgres', mergedIntegration: true, credentials } as const
  await fakes.integrations.add('org-1', merged)
  const draft = {
    name: 'Shop',
    type: 'postgres',
    capability: 'both',
    integrationId: 'integration-1',
    config: {},
  } as const
  await fakes.connections.add('org-1', draft)
  const { password: _, ...visible } = credentials
  const change = { path: ['credentials', 'host'], kind: 'changed', from: 'old.example', to: 'new.example' } as const
  fakes.connections.saved = [
    {
      of: 'integration',
      version: 2,
      savedAt: '2026-02-01T00:00:00Z',
      changes: [change],
      settings: { credentials: visible },
    },
    {
      of: 'integration',
      version: 1,
      savedAt: '2026-01-01T00:00:00Z',
      savedBy: { uid: 'user-1', name: 'Ada' },
      settings: { credentials: { ...visible, host: 'old.example' } },
    },
  ]
  await renderApp({ ...fakes }, '/sources?dialog=versions&id=connection-1')

  const dialog = await screen.findByRole('dialog', { name: 'Versions of Shop' })
  expect(await within(dialog).findByText('old.example')).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Use these settings' }))

  expect((await screen.findByLabelText<HTMLInputElement>('Host')).value).toBe('old.example')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
})
