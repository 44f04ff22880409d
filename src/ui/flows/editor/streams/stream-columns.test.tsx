import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'
import type { StreamPlan } from '../../../../core/flows/streams/stream-plan.ts'

const configOf = (mode: 'append' | 'replace') => ({ streams: [{ entity: 'orders', mode }], transformations: [] })
const SOURCE = { name: 'id', type: 'bigint' }

/** The open settings of the stream, with its plan. */
async function settingsWith(planned: StreamPlan, mode: 'append' | 'replace' = 'append') {
  const editor = await anEditor([], { config: configOf(mode) })
  editor.flows.planned = planned
  await editor.user.click(await screen.findByRole('button', { name: 'Settings of orders' }, PATIENCE))
  return { ...editor, columns: within(await screen.findByRole('region', { name: 'Columns of orders' }, PATIENCE)) }
}

it('shows as what each column will stand in the destination, and what is worth knowing of it', async () => {
  const { columns, flows, user } = await settingsWith({
    target: 'copies.orders',
    effect: 'appended',
    columns: [
      { name: 'id', source: SOURCE, targetType: 'integer', notes: ['key', 'narrower'] },
      { name: 'twice', targetType: 'numeric', notes: ['made'] },
    ],
    notes: ['The server is slow.'],
  })

  expect(await columns.findByText('Rows are added to copies.orders.', {}, PATIENCE)).toBeDefined()
  expect(columns.getByText('The server is slow.')).toBeDefined()
  const cells = columns.getAllByRole('row').map((row) => row.textContent)
  expect(cells).toEqual([
    'ColumnSourceDestination',
    'idtextintegernarrower type: refuses values that do not fit',
    'totaltext',
    'twicenumericcreated by steps',
  ])

  await user.click(columns.getByRole('checkbox', { name: 'total' }))
  await expect.poll(() => flows.plans.at(-1)?.config.streams, PATIENCE).toMatchObject([{ columns: ['id'] }])
})

it('says what would stop a run, and still lets columns be chosen', async () => {
  const { columns } = await settingsWith({
    target: 'orders',
    columns: [{ name: 'id', source: SOURCE, notes: [] }],
    notes: [],
    problem: { message: 'The table orders does not fit.', hint: 'Choose another target.' },
  })

  const problem = await columns.findByRole('alert', {}, PATIENCE)
  expect(problem.textContent).toBe('A run would stop hereThe table orders does not fit. Choose another target.')
  expect(columns.getByRole('checkbox', { name: 'total' })).toBeDefined()
})

it('adds what a target lacks before a run stops there', async () => {
  const problem = { message: 'The table orders does not fit.', missingColumns: ['twice', 'thrice'] }
  const { columns, user, flows } = await settingsWith({ target: 'orders', columns: [], notes: [], problem })

  await user.click(await columns.findByRole('button', { name: 'Add the 2 columns to orders' }, PATIENCE))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the target' }, PATIENCE))
  expect(await dialog.findByText(flows.targetChange.statement, {}, PATIENCE)).toBeDefined()
})

it('a table that cannot fit gets another name before a run stops there, and the next run creates it again', async () => {
  const problem = { code: 'TARGET_MISMATCH', message: 'The table orders does not fit.' }
  const { columns, user, flows } = await settingsWith({ target: 'orders', columns: [], notes: [], problem }, 'replace')

  await user.click(await columns.findByRole('button', { name: 'Create orders again' }, PATIENCE))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create orders again' }, PATIENCE))
  expect(await dialog.findByText(flows.targetChange.statement, {}, PATIENCE)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Rename the table' }))
  const { statement } = flows.targetChange
  await expect.poll(() => flows.targetChanges, PATIENCE).toEqual([{ entity: 'orders', again: true, statement }])
})

it('says that it cannot be told, and asks again', async () => {
  const { flows, user } = await anEditor([], { config: configOf('append') })
  const { plan } = flows
  const serverMessage = 'The database is being moved.'
  flows.plan = async () => ({ ok: false, failure: { kind: 'http', status: 503, statusText: 'No', serverMessage } })
  await user.click(await screen.findByRole('button', { name: 'Settings of orders' }, PATIENCE))
  expect(await screen.findByText(serverMessage, {}, PATIENCE)).toBeDefined()

  flows.planned = { target: 'orders', effect: 'created', columns: [], notes: [] }
  flows.plan = plan
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('orders is created.', {}, PATIENCE)).toBeDefined()
})

it('takes all columns at once, or leaves all but the key out', async () => {
  const { columns, saved, user } = await settingsWith({ target: 'orders', columns: [], notes: [] })
  const kept = async () => (await saved())?.config.streams[0]?.columns

  await user.click(columns.getByRole('button', { name: 'None' }))
  await expect.poll(kept, PATIENCE).toEqual(['id'])
  await user.click(columns.getByRole('button', { name: 'All' }))
  await expect.poll(kept, PATIENCE).toBeUndefined()
})

it('sets the write mode and the policies of all tables that the search shows', async () => {
  const streams = ['orders', 'customers'].map((entity) => ({ entity, mode: 'replace' as const }))
  const { user, saved } = await anEditor([], { config: { streams, transformations: [] } })
  await user.click(await screen.findByRole('button', { name: 'Settings for all chosen tables' }, PATIENCE))
  const bulk = within(await screen.findByRole('group', { name: 'For all chosen tables' }, PATIENCE))

  await user.selectOptions(bulk.getByLabelText('Existing rows'), 'Add the rows to the existing rows')
  await user.selectOptions(bulk.getByLabelText('Rejected rows'), 'Set aside and counted')
  await user.type(screen.getByRole('searchbox', { name: 'Search tables and columns' }), 'custom')
  await user.click(bulk.getByRole('button', { name: 'Set for 1 table' }))

  await expect
    .poll(async () => (await saved())?.config.streams, PATIENCE)
    .toEqual([
      { entity: 'orders', mode: 'replace' },
      { entity: 'customers', mode: 'append', onInvalid: 'reject' },
    ])
})
