import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../../test/support/render-app.tsx'
import { anOrganizationWithMirror, anOrganizationWithPacedMirror } from '../../../.storybook/mirror-fakes.ts'

const EDITOR = '/floweditor/flow-7'
const PATIENCE = { timeout: 5_000 }

async function withStepAndSchedule() {
  const fakes = await anOrganizationWithMirror(undefined)
  const found = await fakes.flows.get('org-1', 'flow-7')
  if (!found.ok) throw new Error('there is no flow')
  const step = { id: 't1', type: 'limit', stream: 'public.orders', settings: { rows: 5 } } as const
  const schedule = { cron: '0 6 * * *', timezone: 'UTC' }
  fakes.flows.put('org-1', { ...found.value, config: { ...found.value.config, transformations: [step], schedule } })
  return fakes
}

it('says that a flow is ready, and starts its mirror', async () => {
  const fakes = await anOrganizationWithMirror(undefined)
  const { router } = await renderApp(fakes, EDITOR)

  expect(await screen.findByText('Ready', {}, PATIENCE)).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: 'Start mirror' }, PATIENCE))
  await expect.poll(() => router.state.location.pathname).toBe('/flows/flow-7')
  expect(fakes.mirrors.mirrors.get('flow-7')?.wanted).toBe('on')
})

it('removes what a mirror cannot have, and does not start before', async () => {
  await renderApp(await withStepAndSchedule(), EDITOR)

  const remove = await screen.findByRole('button', { name: /^Remove: Steps of a mirror work row by row/ }, PATIENCE)
  const start = screen.getByRole('button', { name: 'Start mirror' })
  expect(start.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(remove)
  await userEvent.click(screen.getByRole('button', { name: /^Remove: A mirror always follows and has no schedule/ }))
  expect(start.getAttribute('aria-disabled')).toBeNull()
})

it('has an interval into BigQuery, and asks what that would cost', async () => {
  const fakes = await anOrganizationWithPacedMirror(undefined)
  await renderApp(fakes, EDITOR)

  const interval = await screen.findByRole('combobox', { name: 'Interval' }, PATIENCE)
  expect(await screen.findByText(/which Google charges/)).toBeDefined()
  expect(fakes.mirrors.asked?.mirrorSeconds).toBe(300)
  await userEvent.selectOptions(interval, '15s')
  await expect.poll(() => fakes.mirrors.asked?.mirrorSeconds).toBe(15)
  await userEvent.selectOptions(interval, '1m')
  await expect.poll(() => fakes.mirrors.asked?.mirrorSeconds).toBe(60)
})

it('adds only steps that work row by row to a mirror, and says why', async () => {
  await renderApp(await anOrganizationWithMirror(undefined), EDITOR)

  await userEvent.click(await screen.findByRole('button', { name: 'Add step' }, PATIENCE))
  const refused = await screen.findByRole('button', { name: /^Limit/ }, PATIENCE)
  expect(refused.getAttribute('aria-disabled')).toBe('true')
  expect(refused.textContent).toMatch(/Not in a mirror/)
  await userEvent.click(refused)
  expect(screen.getByRole('dialog', { name: 'Add a step' })).toBeDefined()
  expect(screen.getByRole('button', { name: /^Filter/ }).getAttribute('aria-disabled')).toBeNull()
})
