import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import type { CutOver } from '../../../core/mirrors/mirror.ts'
import {
  aFollowingMirror,
  anOrganizationWithMirror,
  anOrganizationWithPacedMirror,
  anUnprovenMirror,
  aPreparedMirror,
} from '../../.storybook/mirror-fakes.ts'

const PAGE = '/flows/flow-7'

it('begins with where the mirror stands and what stops the writes, and asks for the proof', async () => {
  const fakes = await anOrganizationWithMirror(aFollowingMirror)
  await renderApp(fakes, PAGE)

  await userEvent.click(await screen.findByRole('button', { name: 'Prepare cut-over' }))
  const dialog = await screen.findByRole('dialog', { name: 'Prepare the cut-over of Shop, mirrored' })
  expect(await within(dialog).findByText(/2 tables · .* behind · proven equal as of/)).toBeDefined()
  expect(within(dialog).getByText(/default_transaction_read_only = on/)).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Writes have stopped: prove now' }))
  expect(await within(dialog).findByText('The mirror catches up.')).toBeDefined()
  expect(fakes.mirrors.mirrors.get('flow-7')?.cutOver?.state).toBe('asked')

  await userEvent.click(within(dialog).getByRole('button', { name: 'Abort, the mirror goes on' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(fakes.mirrors.mirrors.get('flow-7')?.cutOver).toBeUndefined()
})

it('is not offered for BigQuery, which no application uses in place of its database', async () => {
  await renderApp(await anOrganizationWithPacedMirror(aFollowingMirror), PAGE)

  expect(await screen.findByText('Interval')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Prepare cut-over' })).toBeNull()
})

it('says what was equal, who still writes, from where numbers go on, and what the destination lacks', async () => {
  await renderApp(await anOrganizationWithMirror(aPreparedMirror), PAGE)

  await userEvent.click(await screen.findByRole('button', { name: 'Open the cut-over' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText(/All 2 tables were equal as of/)).toBeDefined()
  expect(within(dialog).getByText('1,204,310 rows · 2/A41F0098')).toBeDefined()
  expect(within(dialog).getByText('Somebody still writes: 3 changes came afterwards.')).toBeDefined()
  expect(within(dialog).getByText('public.orders. Stop these writes, then prove again.')).toBeDefined()
  expect(within(dialog).getByRole('row', { name: 'public.orders.id 1 1048210' })).toBeDefined()
  expect(within(dialog).getByText('public.latest_orders')).toBeDefined()
  expect(within(dialog).getByText('and 139 others')).toBeDefined()
  const end = within(dialog).getByRole('button', { name: 'End the mirror' })
  expect(end.getAttribute('aria-description')).toBe('Somebody still writes: prove again')
})

it('ends the mirror from the checklist once all is proven and nobody has written since', async () => {
  const { writtenAfter: _, ...cutOver } = aPreparedMirror.cutOver ?? {}
  await renderApp(await anOrganizationWithMirror({ ...aPreparedMirror, cutOver: cutOver as CutOver }), PAGE)

  await userEvent.click(await screen.findByRole('button', { name: 'Open the cut-over' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(await within(dialog).findByRole('button', { name: 'End the mirror' }))
  expect(await screen.findByRole('alertdialog')).toBeDefined()
})

it('says why nothing is proven, and does not offer to end the mirror then', async () => {
  await renderApp(await anOrganizationWithMirror(anUnprovenMirror), `${PAGE}?dialog=cut-over`)

  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('These tables did not follow: public.customers')).toBeDefined()
  expect(within(dialog).getByText('These tables differ: public.orders')).toBeDefined()
  expect(within(dialog).getByText('They are set when both sides are proven equal.')).toBeDefined()
  expect(within(dialog).getByRole('button', { name: 'End the mirror' }).getAttribute('aria-disabled')).toBe('true')
})
