import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'
import type { FlowStream } from '../../../../core/flows/flow.ts'
// A separate chunk, loaded first, so that the tests wait only for behaviour.
import './check-dialog.tsx'

const configOf = (checks?: FlowStream['checks']) => ({
  config: { streams: [{ entity: 'orders', mode: 'replace' as const, ...(checks && { checks }) }], transformations: [] },
})

async function opened(checks?: FlowStream['checks']) {
  const editor = await anEditor([], configOf(checks))
  await editor.user.click(await screen.findByRole('button', { name: 'Settings of orders' }, PATIENCE))
  await screen.findByRole('button', { name: 'Add a check' }, PATIENCE)
  const savedChecks = async () => (await editor.saved())?.config.streams[0]?.checks
  return { ...editor, savedChecks }
}

it('adds a check, names what is missing in it, changes it and removes it', async () => {
  const { user, savedChecks } = await opened()
  await user.click(screen.getByRole('button', { name: 'Add a check' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a check' })
  await user.selectOptions(within(dialog).getByLabelText('What must be true'), 'About as many rows as expected')
  const percent = within(dialog).getByLabelText('Accepted difference, in percent')
  await user.clear(percent)
  await user.click(within(dialog).getByRole('button', { name: 'Add' }))
  expect(await within(dialog).findByText('Enter a number')).toBeDefined()
  await user.type(percent, '5')
  await user.click(within(dialog).getByRole('button', { name: 'Add' }))
  await expect.poll(savedChecks, PATIENCE).toEqual([{ id: 'check-1', type: 'row_count', percent: 5 }])

  await user.click(screen.getByRole('button', { name: 'Change the check: As many rows as in the last run, ± 5 %' }))
  const changing = await screen.findByRole('dialog', { name: 'Change a check' })
  await user.selectOptions(within(changing).getByLabelText('If it is not true'), 'Warn; readers see the new rows')
  await user.click(within(changing).getByRole('button', { name: 'Change' }))
  expect(await screen.findByText('only warns')).toBeDefined()
  await expect.poll(savedChecks, PATIENCE).toEqual([{ id: 'check-1', type: 'row_count', percent: 5, severity: 'warn' }])

  await user.click(screen.getByRole('button', { name: 'Remove the check: As many rows as in the last run, ± 5 %' }))
  await expect.poll(savedChecks, PATIENCE).toBeUndefined()
})

it('shows a check of a newer server, and can remove it, but not change it', async () => {
  await opened([{ id: 'x', type: 'moon_phase' }])
  const summary = 'A check that this version does not know: moon_phase'
  expect(screen.getByText(summary)).toBeDefined()
  expect(screen.getByRole('button', { name: `Remove the check: ${summary}` })).toBeDefined()
  expect(screen.queryByRole('button', { name: `Change the check: ${summary}` })).toBeNull()
})
