import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow, serverDown } from '../../../../../test/support/builders.ts'
import { renderApp } from '../../../../../test/support/render-app.tsx'
import { MemoryDraftStore } from '../../../../adapters/memory/flows/memory-draft-store.ts'
import { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'
import { memoryUser } from '../../../../adapters/memory/memory-identity.ts'
import { MemoryRunEvents } from '../../../../adapters/memory/runs/memory-run-events.ts'
import { Session } from '../../../../core/auth/session.ts'
import type { Failure } from '../../../../core/failure.ts'
import type { Flow } from '../../../../core/flows/flow.ts'

const PATIENCE = { timeout: 10_000 }
const http = (status: number, serverMessage?: string): Failure => ({
  kind: 'http',
  status,
  statusText: '',
  ...(serverMessage && { serverMessage }),
})
const ada = memoryUser('ada@example.com')

interface Shown {
  readonly flow?: Flow
  readonly drafts?: MemoryDraftStore
  /** Absent: with only that flow. */
  readonly flows?: MemoryFlowRepository
}

async function anEditor({
  flow = aFlow({ id: 'orders', name: 'Orders' }),
  drafts = new MemoryDraftStore(),
  flows = withFlow(flow),
}: Shown = {}) {
  const user = userEvent.setup()
  const session = new Session({ status: 'signed-in', user: ada, profile: null })
  const runEvents = new MemoryRunEvents()
  const app = await renderApp({ flows, drafts, session, runEvents }, '/floweditor/orders')
  const name = await screen.findByLabelText<HTMLInputElement>('Name of the flow', {}, PATIENCE)
  const saved = async () => {
    const got = await flows.get('org-1', 'orders')
    return got.ok ? got.value : undefined
  }
  /** A name that cannot be saved for that reason, typed at once, because slow typing would save single letters. */
  const failsWith = (failure: Failure) => {
    flows.failNextOf('update', failure)
    fireEvent.change(name, { target: { value: 'Invoices' } })
  }
  return { user, flows, drafts, session, runEvents, app, name, saved, failsWith }
}

function withFlow(flow: Flow): MemoryFlowRepository {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', flow)
  return flows
}

const unsaved = (change: Partial<Flow>, base = aFlow({ id: 'orders', name: 'Orders' })) => {
  const drafts = new MemoryDraftStore()
  drafts.save(ada.uid, base.id, { base, change, at: Date.now() - 120_000 })
  return drafts
}

it('saves what could not be saved once the browser is back online', async () => {
  const { failsWith, saved } = await anEditor()
  failsWith(serverDown)
  expect(await screen.findByText('Could not save', {}, PATIENCE)).toBeDefined()

  act(() => onlineManager.setOnline(false))
  expect(screen.getByText('Not saved yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  act(() => onlineManager.setOnline(true))

  expect(await screen.findByText('Saved', {}, PATIENCE)).toBeDefined()
  expect(await saved()).toMatchObject({ name: 'Invoices' })
})

it('does not try again what was refused, and says what helps instead', async () => {
  const { failsWith, saved } = await anEditor()
  failsWith(http(403))

  expect(await screen.findByText('You may no longer change it', {}, PATIENCE)).toBeDefined()
  act(() => onlineManager.setOnline(false))
  act(() => onlineManager.setOnline(true))

  expect(screen.getByText('Not saved')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect((await saved())?.name).toBe('Orders')
})

it('drops what was refused when the person says so', async () => {
  const { user, failsWith, name } = await anEditor()
  failsWith(http(403))

  await user.click(await screen.findByRole('button', { name: 'Discard my changes' }, PATIENCE))

  await waitFor(
    () => expect(screen.getByLabelText<HTMLInputElement>('Name of the flow').value).toBe('Orders'),
    PATIENCE,
  )
  expect(screen.getByText('Saved')).toBeDefined()
  expect(name.isConnected).toBe(false)
})

it('passes on what the server said is wrong, and saves by itself once that is put right', async () => {
  const { user, failsWith, saved } = await anEditor()
  failsWith(http(422, '"rows" of the limit step must be a whole number of at least 1'))
  expect(await screen.findByText(/"rows" of the limit step must be/, {}, PATIENCE)).toBeDefined()

  await user.type(screen.getByLabelText('Name of the flow'), '!')

  expect(await screen.findByText('Saved', {}, PATIENCE)).toBeDefined()
  expect((await saved())?.name).toBe('Invoices!')
})

it('offers to keep a flow that somebody deleted as a new one', async () => {
  const { user, failsWith, flows, app } = await anEditor()
  failsWith(http(404))

  await user.click(await screen.findByRole('button', { name: 'Save as a new flow' }, PATIENCE))

  await waitFor(() => expect(app.router.state.location.pathname).not.toBe('/floweditor/orders'), PATIENCE)
  const all = await flows.list('org-1')
  expect(all.ok && all.value.map(({ name }) => name)).toContain('Invoices')
})

it('saves once the person has signed in again', async () => {
  const { failsWith, session, saved } = await anEditor()
  failsWith({ kind: 'unauthenticated' })
  expect(await screen.findByText('Sign in to save', {}, PATIENCE)).toBeDefined()

  act(() => session.begin(ada))
  act(() => session.ready())

  await expect.poll(async () => (await saved())?.name, PATIENCE).toBe('Invoices')
})

it('keeps what is not saved in the browser, for that person alone', async () => {
  const { failsWith, drafts } = await anEditor()

  failsWith(serverDown)

  expect(await screen.findByText('Could not save', {}, PATIENCE)).toBeDefined()
  expect(drafts.load(ada.uid, 'orders')).toMatchObject({ base: { name: 'Orders' }, change: { name: 'Invoices' } })
  expect(drafts.load('somebody else', 'orders')).toBeUndefined()
})

it('brings back what an earlier visit could not save, says so, and saves it', async () => {
  const { name, saved, drafts } = await anEditor({ drafts: unsaved({ name: 'Invoices' }) })

  expect(name.value).toBe('Invoices')
  expect(screen.getByText('Your unsaved changes are back')).toBeDefined()
  await expect.poll(async () => (await saved())?.name, PATIENCE).toBe('Invoices')
  await waitFor(() => expect(drafts.load(ada.uid, 'orders')).toBeUndefined(), PATIENCE)
})

it('takes what was brought back away again, and undo brings it once more', async () => {
  const { user, saved } = await anEditor({ drafts: unsaved({ name: 'Invoices' }) })

  await user.click(await screen.findByRole('button', { name: 'Discard them' }, PATIENCE))
  await expect.poll(async () => (await saved())?.name, PATIENCE).toBe('Orders')
  expect(screen.queryByText('Your unsaved changes are back')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.poll(async () => (await saved())?.name, PATIENCE).toBe('Invoices')
})

it('asks whose version counts when the flow was changed since', async () => {
  const drafts = unsaved({ name: 'Invoices' })
  const { user, saved } = await anEditor({
    flow: aFlow({ id: 'orders', name: 'Orders', enabled: false, version: 2 }),
    drafts,
  })
  expect(await screen.findByText('This flow was changed elsewhere', {}, PATIENCE)).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Keep both changes' }))

  await expect.poll(saved, PATIENCE).toMatchObject({ name: 'Invoices', enabled: false, version: 3 })
})

it('forgets what the server had saved after all', async () => {
  const drafts = unsaved({ name: 'Invoices' })
  await anEditor({ flow: aFlow({ id: 'orders', name: 'Invoices', version: 2 }), drafts })

  expect(screen.queryByText('Your unsaved changes are back')).toBeNull()
  expect(screen.queryByText(/changed elsewhere/)).toBeNull()
  await waitFor(() => expect(drafts.load(ada.uid, 'orders')).toBeUndefined(), PATIENCE)
})

it('shows what another tab has saved, when nothing of one’s own is at stake', async () => {
  const { user, flows } = await anEditor()
  await flows.update('org-1', 'orders', { name: 'From the other tab' }, 1)

  await user.keyboard('{Shift>}R{/Shift}')

  await waitFor(
    () => expect(screen.getByLabelText<HTMLInputElement>('Name of the flow').value).toBe('From the other tab'),
    PATIENCE,
  )
})

it('reads the source for its tables without a toast', async () => {
  await anEditor()

  expect(await screen.findByText('What to move', {}, PATIENCE)).toBeDefined()
  expect(screen.queryByText('Schema discovered successfully!')).toBeNull()
})

it('does not take for the work of somebody else what it hears of its own before the answer', async () => {
  const { user, flows, runEvents, name, saved } = await anEditor()
  const update = flows.update.bind(flows)
  const heard = Promise.withResolvers<void>()
  flows.update = async (...change) => {
    const answer = await update(...change)
    await heard.promise
    return answer
  }
  fireEvent.change(name, { target: { value: 'Invoices' } })
  await expect.poll(async () => (await saved())?.name, PATIENCE).toBe('Invoices')
  const get = flows.get.bind(flows)
  let asked = 0
  flows.get = (...which) => {
    asked++
    return get(...which)
  }
  act(() => runEvents.emit('org-1', { type: 'change', kind: 'flow', id: 'orders' }))
  await expect.poll(() => asked, PATIENCE).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  heard.resolve()

  expect(await screen.findByText('Saved', {}, PATIENCE)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByLabelText<HTMLInputElement>('Name of the flow').value).toBe('Orders')
})

it('keeps edits of a draft that has to be merged in the browser, and what a colleague adds to it', async () => {
  const stepOf = (id: string, rows = 5) => ({ id, type: 'limit', settings: { rows } })
  const config = (...transformations: Flow['config']['transformations']) => ({
    ...{ streams: [], transformations },
    schedule: { cron: '0 3 * * *', timezone: 'UTC' },
  })
  const flows = new MemoryFlowRepository()
  const flow = aFlow({ id: 'orders', name: 'Orders', version: 1, edition: 1, config: config() })
  flows.put('org-1', flow)
  await flows.saveEdit('org-1', flow, { config: config(stepOf('draft')) })
  await flows.update('org-1', 'orders', { config: config(stepOf('published')) })
  const { user, drafts, name } = await anEditor({ flows })
  await screen.findByText('Grace changed this flow meanwhile', {}, PATIENCE)
  expect(drafts.load(ada.uid, 'orders')).toBeUndefined()

  fireEvent.change(name, { target: { value: 'Invoices' } })
  fireEvent.blur(name)
  await expect.poll(() => drafts.load(ada.uid, 'orders')?.change, PATIENCE).toMatchObject({ name: 'Invoices' })
  const now = await flows.get('org-1', 'orders')
  if (now.ok) await flows.saveEdit('org-1', now.value, { config: config(stepOf('draft'), stepOf('colleague')) })
  await user.click(screen.getByRole('button', { name: 'Keep both changes' }))

  const stepsOf = async () => {
    const edited = await flows.edited('org-1', 'orders')
    return edited.ok ? edited.value.config.transformations.map(({ id }) => id).sort() : []
  }
  await expect.poll(stepsOf, PATIENCE).toEqual(['colleague', 'draft', 'published'])
  const edited = await flows.edited('org-1', 'orders')
  expect(edited.ok && edited.value).toMatchObject({ name: 'Invoices' })
})
