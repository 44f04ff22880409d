import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../adapters/memory/flows/memory-flow-repository.ts'

function withFlow() {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow())
  return flows
}

it.each([
  ['/flows?dialog=schedule&id=gone', '/flows'],
  ['/sources?dialog=edit&id=gone', '/sources'],
  ['/integrations?dialog=edit&id=gone', '/integrations'],
])('says that what a link opens is not there: %s', async (link, list) => {
  const { router } = await renderApp({ flows: withFlow() }, link)

  const dialog = await screen.findByRole('dialog', { name: 'This does not exist any more' })
  expect(dialog.textContent).toContain('The trash keeps it for 30 days')
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? dialog)

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(router.state.location.href).toBe(list)
})

it.each([
  ['members', 'delete', 'It was removed'],
  ['invitations', 'delete', 'It was removed'],
  ['keys', 'edit', 'It was removed'],
  ['alerts', 'edit', 'The trash keeps it for 30 days'],
])('says so in the settings too: %s', async (section, dialog, words) => {
  const address = `/organization-settings?section=${section}`
  const { router } = await renderApp({}, `${address}&dialog=${dialog}&id=gone`)

  const gone = await screen.findByRole('dialog', { name: 'This does not exist any more' })
  expect(gone.textContent).toContain(words)
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? gone)

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(router.state.location.href).toBe(address)
})

it('says nothing about a dialog that the page does not have, nor about a word that is no state', async () => {
  const { router } = await renderApp({ flows: withFlow() }, '/flows?dialog=structure&id=flow-1&state=nonsense')

  expect(await screen.findByRole('link', { name: 'Shop to warehouse' })).toBeDefined()
  expect(screen.getByRole('radio', { name: /^All/, checked: true })).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(() => router.navigate({ to: '/flows', search: { dialog: 'schedule', id: 'gone' } }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
