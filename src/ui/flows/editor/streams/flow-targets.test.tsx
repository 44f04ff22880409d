import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'
import { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'
import type { Flow } from '../../../../core/flows/flow.ts'

const CONFLICT = { message: 'orders and customers would both be written to mart.all.', hint: 'Give each a target.' }

async function editing(changes: Partial<Flow> = {}) {
  const flows = new MemoryFlowRepository()
  flows.targetsOfAll = [
    { entity: 'orders', target: 'public.orders' },
    { entity: 'customers', target: 'public.customers', problem: CONFLICT },
  ]
  return anEditor([], changes, { flows })
}

it('says of everything where each table lands before a run, and which cannot', async () => {
  await editing()

  const list = await screen.findByRole('list', { name: 'Where the tables are written' }, PATIENCE)

  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'ordersto public.orders',
    'customersto public.customersA run would stop here: orders and customers would both be written to mart.all. Give each a target.',
  ])
})

it('says beside each chosen table where it lands, and follows what is written', async () => {
  const streams = [
    { entity: 'orders', mode: 'replace' },
    { entity: 'customers', mode: 'replace', target: 'mart.people' },
  ] as const
  const { user } = await editing({ config: { streams, transformations: [] } })

  expect(await screen.findByText('to public.orders', {}, PATIENCE)).toBeDefined()
  expect(screen.getByText('to mart.people')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Settings of orders' }))
  await user.type(await screen.findByLabelText('Name in the destination', {}, PATIENCE), 'mart.orders')
  expect(await screen.findByText('to mart.orders', {}, PATIENCE)).toBeDefined()
})

it('says nothing of places where the server cannot tell', async () => {
  const flows = new MemoryFlowRepository()
  flows.targets = async () => ({ ok: false, failure: { kind: 'not-offered' } })
  await anEditor([], {}, { flows })

  expect(await screen.findByText(/^All 2 tables/, {}, PATIENCE)).toBeDefined()
  expect(screen.queryByRole('list', { name: 'Where the tables are written' })).toBeNull()
})
