import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'

const LABEL = 'Rows gone at the source'

const configOf = (mode: 'replace' | 'append' | 'upsert') => ({
  config: { streams: [{ entity: 'orders', mode }], transformations: [] },
})

it('marks rows that are gone, in the column and up to the share that a person names', async () => {
  const { user, saved } = await anEditor([], configOf('upsert'))
  await user.click(await screen.findByRole('button', { name: 'Settings of orders' }, PATIENCE))
  await user.selectOptions(await screen.findByLabelText(LABEL, {}, PATIENCE), 'Mark it with the time of the run')
  await user.type(await screen.findByLabelText('Column for the time'), 'gone_at')
  await user.type(screen.getByLabelText('Stop above this share, in percent'), '25')
  const marked = {
    entity: 'orders',
    mode: 'upsert',
    onVanished: 'mark',
    vanishedColumn: 'gone_at',
    vanishedPercent: 25,
  }
  await expect.poll(async () => (await saved())?.config.streams, PATIENCE).toEqual([marked])

  await user.selectOptions(screen.getByLabelText(LABEL), 'Keep it')
  await expect
    .poll(async () => (await saved())?.config.streams, PATIENCE)
    .toEqual([{ entity: 'orders', mode: 'upsert' }])
})

it.each([
  ['replace', 'Replacing removes them anyway.'],
  ['append', 'Appended rows always stay.'],
] as const)('says why there is no choice for the mode %s', async (mode, reason) => {
  const { user } = await anEditor([], configOf(mode))
  await user.click(await screen.findByRole('button', { name: 'Settings of orders' }, PATIENCE))
  expect(await screen.findByLabelText(LABEL, {}, PATIENCE)).toHaveProperty('disabled', true)
  expect(screen.getByText(reason)).toBeDefined()
})
