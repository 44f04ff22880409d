import { act, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, limit, PATIENCE } from '../../../../../test/support/flow-editor.ts'

const FILTER = { id: 'a', type: 'filter', settings: { where: 'id > 1' } }
const drawer = () => screen.findByRole('region', { name: 'Preview, SQL and log' }, PATIENCE)

it('shows the SQL of the selected step at full width, and takes what is typed there', async () => {
  const { user, node, saved } = await anEditor([FILTER])
  const chosen = await node(/^Step 1/)
  act(() => chosen.focus())
  await user.click(within(await drawer()).getByRole('tab', { name: 'SQL' }))

  const field = await within(await drawer()).findByRole<HTMLTextAreaElement>('textbox', {}, PATIENCE)
  expect(field.value).toBe('id > 1')
  await user.type(field, '0')

  await expect
    .poll(async () => (await saved())?.config.transformations[0]?.settings, PATIENCE)
    .toEqual({
      where: 'id > 10',
    })
})

it('says which steps have SQL where the selected one has none', async () => {
  const { user, node } = await anEditor([limit('a')])
  const chosen = await node(/^Step 1/)
  act(() => chosen.focus())
  await user.click(within(await drawer()).getByRole('tab', { name: 'SQL' }))

  expect(await screen.findByText('Select a step with SQL.', {}, PATIENCE)).toBeDefined()
})
