import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'
import { MemoryConnectionRepository } from '../../../../adapters/memory/connections/memory-connection-repository.ts'
import type { ConnectionType } from '../../../../core/catalog/connections/connection-types.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type { HttpFailure, Refusal } from '../../../../core/failure.ts'

const STREAMS = [{ entity: 'sheets.Orders', mode: 'replace' as const }]

/** The editor of a flow whose source refuses to be read, until it is mended there. */
async function anUnreadSource(type: ConnectionType, code: string, serverMessage: string, refusal: Refusal) {
  const failure: HttpFailure = { kind: 'http', status: 422, statusText: '', code, serverMessage, refusal }
  const connections = new MemoryConnectionRepository()
  const config = type === 'google_sheets' ? { spreadsheet_id: 'x' } : {}
  for (const name of ['Shop', 'Warehouse'])
    await connections.add('org-1', { name, type, capability: 'both', integrationId: 'i', config })
  connections.entities = [{ name: 'sheets.Orders', columns: [{ name: 'id', type: 'text' }] }]
  const read = connections.discover.bind(connections)
  let isMended = false
  connections.discover = async (...asked) => (isMended ? read(...asked) : { ok: false, failure })
  const source = { id: 'connection-1', name: 'Shop', type }
  const changes = { sourceConnection: source, config: { streams: STREAMS, transformations: [] } }
  const editor = await anEditor([], changes, { connections })
  const alert = await screen.findByRole('alert', {}, PATIENCE)
  return {
    ...editor,
    alert,
    mend: () => {
      isMended = true
    },
  }
}

it('a spreadsheet that is no longer shared: says with which account to share it, and goes on as soon as it is', async () => {
  const { alert, mend, user } = await anUnreadSource(
    'google_sheets',
    'SPREADSHEET_NOT_FOUND',
    'There is no spreadsheet with this id, or the Google account cannot see it.',
    {
      hint: 'Check the id, and share the spreadsheet with the account that was connected.',
      hintSentence: sentence`Check the id, and share the spreadsheet with the account that was connected.`,
      field: 'spreadsheet_id',
      account: 'ada@example.com',
    },
  )

  expect(alert.textContent).toContain('The source could not be read')
  expect(alert.textContent).toContain('share the spreadsheet with the account that was connected.')
  const text = await screen.findByRole('region', { name: 'For the administrator of the source' })
  expect(within(text).getByText('ada@example.com')).toBeDefined()
  expect(within(alert).getByRole('link', { name: 'Edit “Shop”' }).getAttribute('href')).toBe(
    '/sources?dialog=edit&id=connection-1&field=spreadsheet_id',
  )
  // Nothing is gone that could be removed.
  expect(screen.queryByRole('heading', { name: 'Repair' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()

  mend()
  await user.click(within(alert).getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(await screen.findByRole('checkbox', { name: 'sheets.Orders', checked: true })).toBeDefined()
})

it('a database that the account may not connect to any more: has the GRANT to copy, and the test', async () => {
  const { alert } = await anUnreadSource(
    'postgres',
    'PERMISSION_MISSING',
    'The account may not do this: keine Berechtigung für Datenbank »shop«',
    { field: 'user', account: 'reader', object: { kind: 'database', name: 'shop', right: 'CONNECT' } },
  )

  expect(await screen.findByText('GRANT CONNECT ON DATABASE "shop" TO "reader";')).toBeDefined()
  expect(within(alert).getByRole('link', { name: 'Test “Shop”' })).toBeDefined()
})

it('a password that has changed: leads to its field', async () => {
  const { alert } = await anUnreadSource(
    'postgres',
    'PASSWORD_REFUSED',
    'The server refused the user name or the password.',
    { field: 'password', account: 'reader' },
  )

  const link = await within(alert).findByRole('link', { name: 'Edit “Shop”' })
  expect(link.getAttribute('href')).toBe('/sources?dialog=edit&id=connection-1&field=password')
  expect(screen.queryByRole('region', { name: 'For the administrator of the source' })).toBeNull()
})

it('a source that cannot be read leaves no empty sheet of tables: why, once more, or back', async () => {
  const { app, mend, user } = await anUnreadSource('postgres', 'REFUSED', 'The server does not answer.', {})
  await app.router.navigate({ to: '.', search: { dialog: 'tables' } })

  const sheet = within(await screen.findByRole('region', { name: 'Tables of the flow' }, PATIENCE))
  expect(await sheet.findByText('The source cannot be read now.', {}, PATIENCE)).toBeDefined()
  expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Close the tables' }))
  mend()
  await user.click(sheet.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('checkbox', { name: 'sheets.Orders' }, PATIENCE)).toBeDefined()
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('tab', { name: 'Set up' }, PATIENCE)).toBeDefined()
})
