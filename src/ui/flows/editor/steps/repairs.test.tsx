import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'
import { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'
import type { RunSummary } from '../../../../core/runs/run.ts'

const ORDERS = { entity: 'orders', mode: 'replace' } as const
const GONE = { entity: 'v_open', mode: 'replace' } as const
const repairs = () => screen.findByRole('region', { name: 'Repair' }, PATIENCE)
const runIsOff = () => screen.getByRole('button', { name: 'Run' }).getAttribute('aria-description')

it('lists a table that the source has no longer, and runs again once it is removed', async () => {
  const { user, saved } = await anEditor([], { config: { streams: [ORDERS, GONE], transformations: [] } })

  const list = await repairs()
  expect(within(list).getByText('v_open').tagName).toBe('DEL')
  expect(runIsOff()).toBe('Source: The source has no v_open')
  await user.click(within(list).getByRole('button', { name: 'Remove v_open' }))

  await expect.poll(async () => (await saved())?.config.streams, PATIENCE).toEqual([ORDERS])
  expect(runIsOff()).toBeNull()
  expect(screen.getByText('Everything is repaired')).toBeDefined()
})

it('puts another table in the place of the one that is gone, in steps as well, and takes it back with undo', async () => {
  const step = { id: 'a', type: 'limit', stream: 'v_open', settings: { rows: 5 } }
  const { user, saved } = await anEditor([step], { config: { streams: [ORDERS, GONE], transformations: [step] } })

  const list = await repairs()
  expect(within(list).getByText('Step 1, Limit rows')).toBeDefined()
  await user.selectOptions(within(list).getByLabelText('Choose another for v_open'), 'customers')

  await expect
    .poll(async () => (await saved())?.config, PATIENCE)
    .toEqual({
      streams: [ORDERS, { ...GONE, entity: 'customers' }],
      transformations: [{ ...step, stream: 'customers' }],
    })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.poll(async () => (await saved())?.config.streams, PATIENCE).toEqual([ORDERS, GONE])
  expect(await repairs()).toBeDefined()
})

it('suggests the column that was renamed, and says what has changed since the last run', async () => {
  const flows = new MemoryFlowRepository()
  flows.known = [
    {
      name: 'orders',
      columns: [
        { name: 'id', type: 'text' },
        { name: 'amount', type: 'text' },
      ],
    },
  ]
  const stream = { entity: 'orders', mode: 'upsert', key: ['id'], cursor: 'amount' } as const
  const lastRun: RunSummary = { id: 'run-1', status: 'succeeded' }
  const changes = { lastRun, config: { streams: [stream], transformations: [] } }
  const { user, saved } = await anEditor([], changes, { flows })

  const list = await repairs()
  expect(await within(list).findByText('New in orders: total (text)', {}, PATIENCE)).toBeDefined()
  expect(runIsOff()).toBe('Source: orders has no column amount here: did you mean total?')
  await user.click(within(list).getByRole('button', { name: 'Use total' }))

  await expect.poll(async () => (await saved())?.config.streams, PATIENCE).toEqual([{ ...stream, cursor: 'total' }])
  expect(runIsOff()).toBeNull()
})

it('lets no table be removed that is the only one, because none chosen would mean all', async () => {
  await anEditor([], { config: { streams: [GONE], transformations: [] } })

  const remove = within(await repairs()).getByRole('button', { name: 'Remove v_open' })
  expect(remove.getAttribute('aria-description')).toBe('Choose another one first')
})

it('lists what is gone among the tables too, where it can be unticked', async () => {
  const { user, saved } = await anEditor([], { config: { streams: [ORDERS, GONE], transformations: [] } })

  const tables = await screen.findByRole('list', { name: 'Not shown by the source' }, PATIENCE)
  await user.click(within(tables).getByRole('checkbox', { name: 'v_open' }))

  await expect.poll(async () => (await saved())?.config.streams, PATIENCE).toEqual([ORDERS])
  expect(runIsOff()).toBeNull()
})

it('sees what has gone since the editor was opened when the tables are read again', async () => {
  const { user, connections } = await anEditor([], { config: { streams: [ORDERS], transformations: [] } })
  await screen.findByRole('checkbox', { name: 'orders' }, PATIENCE)
  connections.entities = connections.entities.filter(({ name }) => name !== 'orders')

  await user.click(screen.getByRole('button', { name: 'Read the tables of the source again' }))

  expect(within(await repairs()).getByText('orders')).toBeDefined()
})

const REFUSED = {
  entity: 'sales.orders',
  columns: [],
  error: {
    code: 'PERMISSION_MISSING',
    message: 'The account shop_reader may not read sales.orders.',
    account: 'shop_reader',
    side: 'source',
    refused: { table: 'sales.orders', columns: [] },
  },
} as const

it('tells a table that the account may not read from one that is gone: the GRANT to copy, and a look again', async () => {
  const stream = { entity: 'sales.orders', mode: 'replace' } as const
  const step = { id: 'a', type: 'limit', stream: 'sales.orders', settings: { rows: 5 } }
  const config = { streams: [ORDERS, stream], transformations: [step] }
  const { user, connections: shop, saved } = await anEditor([], { config }, { refused: [REFUSED] })

  const list = await repairs()
  expect(within(list).getByText('Table that may not be read')).toBeDefined()
  expect(within(list).queryByText(/no longer exists/)).toBeNull()
  expect(list.textContent).toContain('GRANT SELECT ON "sales"."orders" TO "shop_reader";')
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Copy: For the administrator of the source', 'Check again', 'Remove'])
  expect(runIsOff()).toBe('Source: The account shop_reader may not read sales.orders.')

  shop.refused = []
  shop.entities = [...shop.entities, { name: 'sales.orders', columns: [{ name: 'id', type: 'text' }] }]
  await user.click(within(list).getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Repair' })).toBeNull(), PATIENCE)
  expect(runIsOff()).toBeNull()
  expect((await saved())?.config).toEqual(config)
})

it('tells a column that the account may not read from one that is gone', async () => {
  const refused = { ...REFUSED, entity: 'orders', columns: ['secret'] }
  const error = { ...REFUSED.error, refused: { table: 'orders', columns: ['secret'] } }
  const config = { streams: [{ ...ORDERS, columns: ['id', 'secret'] }], transformations: [] }
  await anEditor([], { config }, { refused: [{ ...refused, error }] })

  const list = await repairs()
  expect(within(list).getByText('Column of orders that may not be read')).toBeDefined()
  expect(list.textContent).toContain('GRANT SELECT ("secret") ON "orders" TO "shop_reader";')
})

it('runs after a look at the source where what was missing has come back, without a reload', async () => {
  const { user, connections, flows } = await anEditor([], { config: { streams: [ORDERS, GONE], transformations: [] } })
  await repairs()
  const run = screen.getByRole('button', { name: 'Run' })

  await user.click(run)
  await waitFor(() => expect(run.getAttribute('aria-busy')).toBeNull(), PATIENCE)
  expect(flows.keys).toEqual([])

  connections.entities = [...connections.entities, { name: 'v_open', columns: [] }]
  await user.click(run)
  await expect.poll(() => flows.keys.length, PATIENCE).toBe(1)
  expect(screen.queryByRole('region', { name: 'Repair' })).toBeNull()
})

it('sees that it was mended at the source as soon as the person comes back to the window', async () => {
  const { connections } = await anEditor([], { config: { streams: [ORDERS, GONE], transformations: [] } })
  await repairs()
  connections.entities = [...connections.entities, { name: 'v_open', columns: [] }]

  window.dispatchEvent(new Event('focus'))

  await waitFor(() => expect(runIsOff()).toBeNull(), PATIENCE)
})

it('calls nothing gone while it is not known whether the account may read it', async () => {
  await anEditor([], { config: { streams: [ORDERS, GONE], transformations: [] } }, { refused: 'unknown' })

  await expect.poll(runIsOff, PATIENCE).toBe('Source: The source has no v_open')
  expect(screen.queryByText('Table that no longer exists')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove v_open' })).toBeNull()
})
