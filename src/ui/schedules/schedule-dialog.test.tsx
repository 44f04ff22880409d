import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow, serverDown } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../adapters/memory/flows/memory-flow-repository.ts'
import type { Flow } from '../../core/flows/flow.ts'
// A separate chunk, loaded first, so that the tests wait only for behaviour.
import './schedule-dialog.tsx'

const WEEKDAYS = { cron: '0 6 * * 1-5', timezone: 'Europe/Berlin' }
const config = { streams: [], transformations: [] }

async function opensSchedule(changes: Partial<Flow> = {}) {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow(changes))
  flows.put('org-1', aFlow({ id: 'orders', name: 'Orders' }))
  flows.put('org-1', aFlow({ id: 'customers', name: 'Customers', enabled: false }))
  const after = { flowIds: ['flow-1'], when: 'all_succeeded' as const }
  flows.put('org-1', aFlow({ id: 'report', name: 'Report', config: { ...config, after } }))
  const user = userEvent.setup()
  const { router } = await renderApp({ flows }, '/flows?dialog=schedule&id=flow-1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule' }))
  const kept = async () => {
    const answer = await flows.get('org-1', 'flow-1')
    return answer.ok ? answer.value.config.schedule : undefined
  }
  return { flows, user, router, dialog, kept, save: () => user.click(dialog.getByText('Save')) }
}

it('is chosen without knowing cron, and told in words with the next three runs', async () => {
  const { user, router, dialog, kept, save } = await opensSchedule({
    config: { ...config, schedule: { ...WEEKDAYS, cron: '15 * * * *' } },
  })

  await user.selectOptions(dialog.getByLabelText('Runs'), 'Monday to Friday')
  await user.clear(dialog.getByLabelText('Time'))
  await user.type(dialog.getByLabelText('Time'), '07:30')
  await user.selectOptions(dialog.getByLabelText('If the previous run still runs'), 'Run when it has ended')
  const preview = within(dialog.getByLabelText('Next runs'))
  expect(preview.getByText(/^At 7:30 AM, Monday through Friday/).textContent).toContain('(Europe/Berlin)')
  const times = preview.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(times).toHaveLength(3)
  for (const time of times) expect(time).toMatch(/^(Mon|Tue|Wed|Thu|Fri), .* 7:30 AM GMT\+[12]$/)
  await save()

  await expect.poll(kept).toEqual({ cron: '30 7 * * 1-5', timezone: 'Europe/Berlin', overlap: 'queue' })
  await expect.poll(() => router.state.location.search).toEqual({})
})

it('opens as it was saved, and is taken away', async () => {
  const { user, dialog, kept, save } = await opensSchedule({ config: { ...config, schedule: WEEKDAYS } })

  const runs = dialog.getByLabelText<HTMLSelectElement>('Runs')
  expect(runs.value).toBe('weekdays')
  expect(dialog.getByLabelText<HTMLInputElement>('Time').value).toBe('06:00')
  await user.selectOptions(runs, 'On demand only')
  expect(dialog.queryByLabelText('Next runs')).toBeNull()
  await save()

  await expect.poll(kept).toBeUndefined()
})

it('says who set it last', async () => {
  const flows = new MemoryFlowRepository()
  flows.savedBy = { uid: 'ada', name: 'Ada' }
  flows.put('org-1', aFlow())
  await flows.update('org-1', 'flow-1', { config: { ...config, schedule: WEEKDAYS } })
  await renderApp({ flows }, '/flows?dialog=schedule&id=flow-1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule' }))
  expect((await dialog.findByText(/by Ada$/)).textContent).toMatch(/^Changed .+ by Ada$/)
})

it('is after other flows, beside a schedule or without one', async () => {
  const { flows, user, dialog, kept, save } = await opensSchedule()
  const choose = async (label: string, flow: string) => {
    await user.click(dialog.getByLabelText(label))
    expect(screen.queryByRole('option', { name: 'Report' })).toBeNull()
    await user.click(await screen.findByRole('option', { name: flow }))
  }

  await choose('Starts after', 'Orders')
  expect(dialog.getByLabelText('Starts as soon as').textContent).toContain('It has succeeded')
  await choose('And after', 'Customers')
  expect(dialog.getByText(/waits for a flow that is deleted or off/)).toBeDefined()
  await user.selectOptions(dialog.getByLabelText('Starts as soon as'), 'Any has ended, also if it failed')
  expect(dialog.queryByText(/waits for a flow/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Remove Orders' }))
  expect(document.activeElement).toBe(dialog.getByLabelText('And after'))
  await save()

  const after = async () => {
    const answer = await flows.get('org-1', 'flow-1')
    return answer.ok ? answer.value.config.after : undefined
  }
  await expect.poll(after).toEqual({ flowIds: ['customers'], when: 'any_ended' })
  expect(await kept()).toBeUndefined()
  expect(await screen.findByText('After Customers')).toBeDefined()
})

it('shows that a flow after which it starts is deleted, and removes it', async () => {
  const after = { flowIds: ['gone'], when: 'all_succeeded' as const }
  const { flows, user, dialog, save } = await opensSchedule({ config: { ...config, after } })

  expect(await dialog.findByText('A deleted flow')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Remove the deleted flow' }))
  await save()

  await expect
    .poll(async () => {
      const answer = await flows.get('org-1', 'flow-1')
      return answer.ok && answer.value.config.after
    })
    .toBeUndefined()
})

it('begins as cron with what was chosen before, and says while it is typed which field is wrong', async () => {
  const { user, dialog, kept, save } = await opensSchedule({ config: { ...config, schedule: WEEKDAYS } })

  await user.selectOptions(dialog.getByLabelText('Runs'), 'By a cron expression')
  const cron = dialog.getByLabelText<HTMLInputElement>('Cron expression')
  expect(cron.value).toBe('0 6 * * 1-5')
  await user.clear(cron)
  await user.type(cron, '61 * * *')
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.type(cron, ' *')
  expect(dialog.getByRole('alert').textContent).toBe('The minute “61”: use *, or 0 to 59, also as 1-5, 1,5 or */2.')
  await save()
  expect(await kept()).toEqual(WEEKDAYS)
  await user.clear(cron)
  await user.type(cron, '*/10 * * * *')
  await save()

  await expect.poll(kept).toEqual({ cron: '*/10 * * * *', timezone: 'Europe/Berlin' })
})

it('says that a flow that is switched off waits, and keeps what was chosen when it cannot be saved', async () => {
  const { flows, dialog, save } = await opensSchedule({ enabled: false, config: { ...config, schedule: WEEKDAYS } })

  expect(dialog.getByText(/The flow is off/)).toBeDefined()
  flows.failNextOf('update', serverDown)
  await save()

  expect(await dialog.findByRole('alert')).toBeDefined()
  expect(dialog.getByLabelText<HTMLSelectElement>('Runs').value).toBe('weekdays')
})

it('is every few minutes or hours', async () => {
  const { user, dialog, kept, save } = await opensSchedule()

  await user.selectOptions(dialog.getByLabelText('Runs'), 'Every few minutes or hours')
  await user.selectOptions(dialog.getByLabelText('Interval'), '6 hours')
  await save()

  await expect.poll(async () => (await kept())?.cron).toBe('0 */6 * * *')
})

it('the list of flows says that a flow waits for one that is deleted', async () => {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ id: 'orders', name: 'Orders' }))
  const after = { flowIds: ['orders', 'gone'], when: 'all_succeeded' as const }
  flows.put('org-1', aFlow({ id: 'report', name: 'Report', config: { ...config, after } }))
  await renderApp({ flows }, '/flows')

  expect(await screen.findByText('After 2 flows, 1 of them is deleted')).toBeDefined()
})
