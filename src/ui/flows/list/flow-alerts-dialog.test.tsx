import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryAlertRepository } from '../../../adapters/memory/organizations/memory-alert-repository.ts'
import type { AlertChannel } from '../../../core/alerts/alert-channel.ts'
import { defined } from '../../../core/catalog/defined.ts'

const channel = (id: string, flowIds?: readonly string[]): AlertChannel => ({
  ...{
    id,
    kind: 'webhook',
    name: id,
    url: `https://alerts.example/${id}`,
    recipients: [],
    events: ['failed'],
    rejectsAbove: 0,
  },
  ...defined({ flowIds }),
})

/** The dialog for two of three flows. */
async function opensAlerts(...channels: readonly AlertChannel[]) {
  const [alerts, flows] = [new MemoryAlertRepository(), new MemoryFlowRepository()]
  for (const one of channels) alerts.put('org-1', one)
  for (const [index, name] of ['One', 'Two', 'Three'].entries())
    flows.put('org-1', aFlow({ id: `flow-${index}`, name }))
  const user = userEvent.setup()
  await renderApp({ alerts, flows }, '/flows')
  for (const name of ['One', 'Two']) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  await user.click(within(screen.getByRole('toolbar', { name: 'Selected' })).getByRole('button', { name: 'Change' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Alerts' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Alerts' }))
  const told = async () => {
    const listed = await alerts.list('org-1')
    return listed.ok ? listed.value.channels.map(({ flowIds }) => flowIds) : undefined
  }
  return { user, dialog, told }
}

it('lets channels tell of many flows, and keeps the other flows of each', async () => {
  const { user, dialog, told } = await opensAlerts(channel('night', ['flow-0', 'flow-2']), channel('shop', ['flow-2']))

  const night = await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'night' })
  expect(night.indeterminate).toBe(true)
  expect(dialog.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(night)
  await user.click(dialog.getByRole('checkbox', { name: 'shop' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  await expect.poll(told).toEqual([
    ['flow-2', 'flow-0', 'flow-1'],
    ['flow-2', 'flow-0', 'flow-1'],
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('leaves a channel of all flows alone, and lets none go silent', async () => {
  const { user, dialog } = await opensAlerts(channel('every'), channel('both', ['flow-0', 'flow-1']))

  const every = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /^every\s*tells of all flows/ })
  expect([every.checked, every.disabled]).toEqual([true, true])
  await user.click(dialog.getByRole('checkbox', { name: 'both' }))
  expect(dialog.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
})

it('says where the first channel is added', async () => {
  const { dialog } = await opensAlerts()

  const link = await dialog.findByRole('link', { name: 'Add one' })
  expect(link.getAttribute('href')).toBe('/organization-settings?section=alerts')
})
