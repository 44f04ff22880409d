import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'
import type { FlowStream } from '../../../../core/flows/flow.ts'

const key = { name: 'id', type: 'integer', keyPosition: 1 }
const SIXTY = ['crm', 'sales'].flatMap((schema) =>
  Array.from({ length: 30 }, (_, at) => ({
    name: `${schema}.table_${at}`,
    columns: [key, { name: 'total', type: 'text' }],
    estimatedRows: 5_000,
  })),
)

/** The editor of a flow from a source with sixty tables in two schemas. */
async function amongSixty(streams: readonly FlowStream[] = []) {
  const editor = await anEditor([], { config: { streams, transformations: [] } })
  editor.connections.entities = SIXTY
  await editor.user.click(await screen.findByRole('button', { name: 'Read the tables of the source again' }, PATIENCE))
  await editor.user.click(await screen.findByRole('button', { name: 'Choose tables' }, PATIENCE))
  const sheet = within(await screen.findByRole('region', { name: 'Tables of the flow' }, PATIENCE))
  const chosen = async () => (await editor.saved())?.config.streams.map(({ entity }) => entity)
  return { ...editor, sheet, chosen }
}

it('a press on a table chooses it, and shows its columns and settings at the right', async () => {
  const { user, sheet, chosen } = await amongSixty()
  expect(sheet.getByText('Everything, until you choose')).toBeDefined()

  await user.click(sheet.getByRole('checkbox', { name: 'crm.table_3' }))
  await user.click(sheet.getByRole('checkbox', { name: 'sales.table_0' }))
  expect(await sheet.findByRole('heading', { name: 'sales.table_0' }, PATIENCE)).toBeDefined()
  await expect.poll(chosen, PATIENCE).toEqual(['crm.table_3', 'sales.table_0'])

  await user.click(sheet.getByRole('button', { name: 'Close the tables' }))
  expect(await screen.findByRole('checkbox', { name: 'crm.table_3', checked: true }, PATIENCE)).toBeDefined()
  expect(screen.queryByRole('checkbox', { name: 'crm.table_4' })).toBeNull()
})

it('the box of a schema is half, all or none, and its tables can be folded', async () => {
  const { user, sheet, chosen } = await amongSixty([{ entity: 'crm.table_1', mode: 'replace' }])
  const schema = () => sheet.getByRole<HTMLInputElement>('checkbox', { name: 'crm' })
  expect([schema().indeterminate, schema().checked]).toEqual([true, false])

  await user.click(schema())
  expect([schema().indeterminate, schema().checked]).toEqual([false, true])
  await expect.poll(async () => (await chosen())?.length, PATIENCE).toBe(30)

  await user.click(sheet.getByRole('button', { name: 'Hide the tables of crm' }))
  expect(sheet.queryByRole('checkbox', { name: 'crm.table_1' })).toBeNull()
  expect(sheet.getByText('30 of 30')).toBeDefined()
})

it('shows only what is chosen, or what a search finds', async () => {
  const { user, sheet } = await amongSixty([{ entity: 'sales.table_7', mode: 'upsert', cursor: 'id' }])
  await user.click(sheet.getByRole('radio', { name: 'Chosen' }))
  const lines = () => within(sheet.getByRole('list', { name: 'Tables of the source' })).getAllByRole('listitem')
  expect(lines().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('sales.table_7~5Kupdated')])
  await user.click(sheet.getByRole('radio', { name: 'All' }))
  await user.type(sheet.getByRole('searchbox'), 'crm.table_29')
  await expect.poll(() => lines().length, PATIENCE).toBe(1)
})
