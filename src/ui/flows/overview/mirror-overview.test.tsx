import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import {
  aDifferingMirror,
  aFollowingMirror,
  aMirrorWithPausedTables,
  anOrganizationWithMirror,
  aWaitingMirror,
  mirrorWindows,
} from '../../.storybook/mirror-fakes.ts'

const PAGE = '/flows/flow-7'

it('pauses a mirror and lets it go on', async () => {
  const fakes = await anOrganizationWithMirror(aFollowingMirror)
  await renderApp(fakes, PAGE)

  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('Nothing is applied. The source keeps its log meanwhile.')).toBeDefined()
  expect(fakes.mirrors.mirrors.get('flow-7')?.wanted).toBe('paused')
})

it('copies a table again, and shows its receipts', async () => {
  await renderApp(await anOrganizationWithMirror(aFollowingMirror), PAGE)

  await userEvent.click(await screen.findByRole('button', { name: 'More for public.orders' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy again' }))
  expect(await screen.findByRole('row', { name: /public.orders Waits for its copy/ })).toBeDefined()

  const windows = screen.getByRole('table', { name: 'Minutes with changes' })
  await userEvent.click(within(windows).getAllByRole('button')[0] as HTMLElement)
  const receipt = await screen.findByRole('dialog', { name: 'Receipt 40' })
  expect(within(receipt).getByRole('row', { name: /public.orders/ })).toBeDefined()
  expect(within(receipt).getByText(/^9f86d081/)).toBeDefined()
})

it('copies all tables again by one call, so that none is left out by whoever goes elsewhere', async () => {
  const fakes = await anOrganizationWithMirror(aMirrorWithPausedTables)
  const { mirrors } = fakes
  const asked: unknown[] = []
  const { changeTable } = mirrors
  mirrors.changeTable = (...given) => {
    asked.push(given)
    return changeTable.apply(mirrors, given)
  }
  await renderApp(fakes, PAGE)

  await userEvent.click(await screen.findByRole('button', { name: 'Copy all again' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Copy all again' }))
  await expect
    .poll(() => mirrors.mirrors.get('flow-7')?.tables.map(({ state }) => state))
    .toEqual(aMirrorWithPausedTables.tables.map(() => 'copying'))
  expect(asked).toHaveLength(1)
})

it('says in a sentence what keeps a mirror from following, and what it does about it', async () => {
  await renderApp(await anOrganizationWithMirror(aWaitingMirror), PAGE)

  expect(await screen.findByText('Shop does not answer at db.example.com:5432.')).toBeDefined()
  expect(screen.getByText(/^It tries again at .* Check that the server runs/)).toBeDefined()
  expect(screen.getByText('Waits for the source')).toBeDefined()
})

it('names the tables that do not follow, and who holds the log of the source', async () => {
  await renderApp(await anOrganizationWithMirror(aMirrorWithPausedTables), PAGE)

  expect(await screen.findByText(/process 18422 of nightly_export/)).toBeDefined()
  expect(screen.getByRole('row', { name: /public.customers Paused/ })).toBeDefined()
  expect(screen.getByText('Mirroring · 1 table paused').className).toMatch(/warning/)
})

it('shows the rows that have differed from the source, and compares again', async () => {
  const fakes = await anOrganizationWithMirror(aDifferingMirror)
  await renderApp(fakes, PAGE)

  expect(await screen.findByText(/1 table has differed from the source/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show rows of public.orders that differed' }))
  const rows = await screen.findByRole('dialog', { name: 'Rows of public.orders that differed' })
  expect(await within(rows).findByText('0.00 → 129.90')).toBeDefined()
  await userEvent.keyboard('{Escape}')

  await userEvent.click(screen.getByRole('button', { name: 'More for public.orders' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Compare now' }))
  await expect
    .poll(
      () =>
        fakes.mirrors.mirrors.get('flow-7')?.tables.find(({ entity }) => entity === 'public.orders')?.compareAskedAt,
    )
    .toBeDefined()
})

it('says since when both sides are proven equal', async () => {
  await renderApp(await anOrganizationWithMirror(aFollowingMirror), PAGE)
  expect(await screen.findByText(/Every change of the source is applied. Proven equal as of \d/)).toBeDefined()
})

it('does not speak of a transaction that has just begun', async () => {
  const holder = { process: '7', account: 'shop', seconds: 2 }
  await renderApp(await anOrganizationWithMirror({ ...aFollowingMirror, holder }), PAGE)

  expect(await screen.findByText(/Every change of the source is applied./)).toBeDefined()
  expect(screen.queryByText(/process 7/)).toBeNull()
})

it('ends a mirror after a question', async () => {
  const fakes = await anOrganizationWithMirror(aFollowingMirror)
  await renderApp(fakes, `${PAGE}?dialog=end-mirror`)

  await userEvent.click(await screen.findByRole('button', { name: 'End the mirror' }))
  await expect.poll(() => fakes.mirrors.mirrors.get('flow-7')?.wanted).toBe('off')
})

it('does not speak of a copy that has failed once its tables follow', async () => {
  const fakes = await anOrganizationWithMirror(aFollowingMirror)
  const lastRun = { id: 'run-2', status: 'failed' } as const
  const listed = await fakes.flows.get('org-1', 'flow-7')
  if (listed.ok) fakes.flows.put('org-1', { ...listed.value, lastRun })
  await renderApp(fakes, PAGE)

  expect(await screen.findByText(/Every change of the source is applied./)).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('lets a runner compare and copy, but not pause or end, which changes the flow', async () => {
  const fakes = await anOrganizationWithMirror(aFollowingMirror)
  fakes.organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['runner'] }])
  await renderApp(fakes, PAGE)

  const reason = 'Needs at least the role Editor'
  expect((await screen.findByRole('button', { name: 'Pause' })).getAttribute('aria-description')).toBe(reason)
  expect((await screen.findByRole('button', { name: 'Compare now' })).getAttribute('aria-disabled')).not.toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'More for public.orders' }))
  const item = (name: RegExp) => screen.getByRole('menuitem', { name })
  expect((await screen.findByRole('menuitem', { name: /^Pause/ })).getAttribute('aria-disabled')).toBe('true')
  for (const name of [/^Compare now/, /^Copy again/]) expect(item(name).getAttribute('aria-disabled')).not.toBe('true')
})

it('says which tables a mirror will have before it is started', async () => {
  await renderApp(await anOrganizationWithMirror(undefined), PAGE)

  expect(await screen.findByText('Starting copies every table first.')).toBeDefined()
  expect(await screen.findByRole('row', { name: /public.orders/ })).toBeDefined()
  expect(screen.queryByText('Lag')).toBeNull()
})

it('finds one of many tables by its name', async () => {
  const [table] = aFollowingMirror.tables
  if (!table) throw new Error('there is no table')
  const tables = Array.from({ length: 30 }, (_, at) => ({ ...table, entity: `public.t${at}`, target: `public.t${at}` }))
  await renderApp(await anOrganizationWithMirror({ ...aFollowingMirror, tables }), PAGE)

  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search tables' }), 'T17')
  const found = screen.getByRole('table', { name: 'Mirrored tables' })
  expect(within(found).getAllByRole('row')).toHaveLength(2)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search tables' }), '8')
  expect(screen.getByText('Nothing matches your search')).toBeDefined()
})

it('shows the receipts of earlier minutes when it is asked to', async () => {
  const fakes = await anOrganizationWithMirror(aFollowingMirror)
  const [window] = mirrorWindows
  if (!window) throw new Error('there is no receipt')
  fakes.mirrors.received.set(
    'flow-7',
    Array.from({ length: 100 }, (_, at) => ({ ...window, number: 100 - at })),
  )
  await renderApp(fakes, PAGE)

  const windows = await screen.findByRole('table', { name: 'Minutes with changes' })
  expect(within(windows).getAllByRole('row')).toHaveLength(61)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await expect.poll(() => within(windows).getAllByRole('row').length).toBe(101)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

it('the receipt says which values the destination could not keep', async () => {
  const fakes = await anOrganizationWithMirror(aFollowingMirror)
  const [window] = mirrorWindows
  if (!window) throw new Error('there is no receipt')
  const tables = window.tables.map((table, place) => (place === 0 ? { ...table, unsigned: 2 } : table))
  fakes.mirrors.received.set('flow-7', [{ ...window, tables }])
  await renderApp(fakes, PAGE)

  const windows = await screen.findByRole('table', { name: 'Minutes with changes' })
  await userEvent.click(within(windows).getAllByRole('button')[0] as HTMLElement)
  const receipt = await screen.findByRole('dialog', { name: 'Receipt 40' })
  expect(within(receipt).getAllByText(/^2 values of .+ are -0 at the source and 0 in the destination/)).toHaveLength(1)
})
