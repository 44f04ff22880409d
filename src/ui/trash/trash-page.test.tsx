import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryTrashRepository } from '../../adapters/memory/organizations/memory-trash-repository.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import { DEFAULT_LIMITS } from '../../core/catalog/limits.ts'
import { OrganizationStore } from '../../core/organizations/organization-store.ts'
// A separate chunk, loaded first, so that the tests wait only for behaviour.
import './trash-page.tsx'
import './delete-permanently-dialog.tsx'

const times = { deletedAt: '2026-01-01T10:00:00Z', expiresAt: '2026-01-31T10:00:00Z' }

function aTrash() {
  const trash = new MemoryTrashRepository()
  trash.put('org-1', { ...times, id: 't1', kind: 'flow', name: 'Orders', deletedByName: 'Ada', neededBy: [] })
  const neededBy = [{ id: 't1', kind: 'flow', name: 'Orders' }]
  trash.put('org-1', { ...times, id: 't2', kind: 'connection', type: 'postgres', name: 'Shop', neededBy })
  return trash
}

const as = (role: string) => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: [role] }])
  return organization
}

it('leaves connections with their own credentials to who may change credentials, and says so', async () => {
  await renderApp({ trash: aTrash(), organization: as('editor') }, '/trash')
  const restoreOf = async (name: string) =>
    within((await screen.findByText(name)).closest('tr') as HTMLElement).getByRole('button', { name: 'Restore' })
  expect((await restoreOf('Orders')).getAttribute('aria-disabled')).not.toBe('true')
  expect((await restoreOf('Shop')).getAttribute('aria-disabled')).toBe('true')
  await userEvent.hover(await restoreOf('Shop'))
  expect((await screen.findAllByText('Needs at least the role Admin')).length).toBeGreaterThan(0)
})

it('says what the trash is for while it is empty', async () => {
  await renderApp({}, '/trash')
  expect(await screen.findByText('The trash is empty')).toBeDefined()
})

it('says in place that it could not be loaded', async () => {
  const trash = aTrash()
  trash.failNext(serverDown)
  trash.failNext(serverDown)
  await renderApp({ trash }, '/trash')
  expect(await screen.findByText('The trash could not be loaded')).toBeDefined()
})

it('restores with one click, and the row is gone', async () => {
  await renderApp({ trash: aTrash() }, '/trash')
  const row = (await screen.findByText('Orders')).closest('tr') as HTMLElement
  expect(within(row).getByText('by Ada')).toBeDefined()

  await userEvent.click(within(row).getByRole('button', { name: 'Restore' }))

  await expect.poll(() => screen.queryByText('Orders')).toBeNull()
  expect(screen.getByText('Shop')).toBeDefined()
})

it('asks before something is deleted permanently, and says what cannot be restored after it', async () => {
  await renderApp({ trash: aTrash() }, '/trash')
  await userEvent.click(await screen.findByRole('button', { name: 'More for Shop' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete now' }))

  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Shop now?' })
  expect(within(dialog).getByText('Orders cannot be restored after that.')).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete now' }))

  await expect.poll(() => screen.queryByText('Shop')).toBeNull()
})

it('names ten of hundreds of things that need what is deleted, and counts the others', async () => {
  const trash = new MemoryTrashRepository()
  const neededBy = Array.from({ length: 300 }, (_, n) => ({ id: `f${n}`, kind: 'flow' as const, name: `Flow ${n}` }))
  trash.put('org-1', { ...times, id: 't2', kind: 'connection', type: 'postgres', name: 'Shop', neededBy })
  await renderApp({ trash }, '/trash')
  await userEvent.click(await screen.findByRole('button', { name: 'More for Shop' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete now' }))

  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Shop now?' })
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(11)
  expect(within(dialog).getByText('and 291 more')).toBeDefined()
})

it('finds by name and by kind', async () => {
  await renderApp({ trash: aTrash() }, '/trash?q=connection')
  expect(await screen.findByText('Shop')).toBeDefined()
  expect(screen.queryByText('Orders')).toBeNull()
})

it('shows a viewer what is there, and why nothing can be restored', async () => {
  await renderApp({ trash: aTrash(), organization: as('viewer') }, '/trash')
  const [restore] = await screen.findAllByRole('button', { name: 'Restore' })
  expect(restore?.getAttribute('aria-disabled')).toBe('true')
})

it('offers the way back to somebody who has deleted an organization', async () => {
  const fakes = memoryPorts()
  await fakes.organizations.delete('org-1')
  await renderApp({ ...fakes }, '/organization/create')

  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }))

  await expect.poll(() => fakes.organization.get().active?.id).toBe('org-1')
})

it('says that the trash is nearly full before nothing more can be deleted', async () => {
  await renderApp({ trash: aTrash() }, '/trash', { limits: { ...DEFAULT_LIMITS, trash: 2 } })
  expect(await screen.findByText(/has 2 of at most 2 things/)).toBeDefined()
})
