import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import type { Flow } from '../../../core/flows/flow.ts'

const flow = (changes: Partial<Flow> = {}): Flow => ({
  id: 'flow-1',
  name: 'Orders',
  enabled: true,
  config: { streams: [], transformations: [] },
  ...changes,
})

function flowsOf(...all: Flow[]) {
  const flows = new MemoryFlowRepository()
  for (const each of all) flows.put('org-1', each)
  return flows
}

it('a promise of freshness is given in the flow’s menu, and taken back', async () => {
  const flows = flowsOf(flow())
  const user = userEvent.setup()
  await renderApp({ flows }, '/flows')
  const openDialog = async () => {
    await user.click(await screen.findByRole('button', { name: 'More for Orders' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Freshness limit' }))
    return screen.findByRole('dialog')
  }
  const kept = async () => {
    const found = await flows.get('org-1', 'flow-1')
    return found.ok && found.value.freshnessMinutes
  }
  const dialog = await openDialog()
  const count = within(dialog).getByRole('textbox', { name: 'Rows are no older than' })
  await user.type(count, '1000')
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Unit' }), 'days')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByRole('alert').textContent).toContain('Enter a whole number, up to a year')
  await user.clear(count)
  await user.type(count, '2')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await expect.poll(kept).toBe(2_880)

  const again = await openDialog()
  const known = within(again).getByRole('textbox', { name: 'Rows are no older than' })
  expect(known).toHaveProperty('value', '2')
  await user.clear(known)
  await user.click(within(again).getByRole('button', { name: 'Save' }))
  await expect.poll(kept).toBeNull()
})

const late = flow({ freshnessMinutes: 360, lateSince: '2026-01-05T08:00:00.000Z' })

it('a late flow is seen in the list, and by its filter', async () => {
  const user = userEvent.setup()
  await renderApp({ flows: flowsOf(late, flow({ id: 'flow-2', name: 'Customers' })) }, '/flows')
  await user.click(await screen.findByRole('radio', { name: 'Late 1' }))

  expect(await screen.findByRole('row', { name: /Orders.*Late/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Customers' })).toBeNull()
})

it('a late flow needs attention on the dashboard', async () => {
  await renderApp({ flows: flowsOf(late) }, '/')
  const attention = await screen.findByRole('list', { name: 'Needs attention' })

  expect(within(attention).getByRole('listitem').textContent).toMatch(/Orders.*Its rows are too old/)
})
