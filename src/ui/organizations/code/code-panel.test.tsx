import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryCodeRepository } from '../../../adapters/memory/organizations/memory-code-repository.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import type { CodePlan, FlowProposal } from '../../../core/code/code-plan.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'

const EMPTY = { state: 's1', changes: [], unchanged: 0, faults: [] }

async function openCode(plans: readonly CodePlan[], role = 'admin', proposed: readonly FlowProposal[] = []) {
  const code = new MemoryCodeRepository()
  code.proposed = proposed
  code.plans = plans
  const runs = new MemoryRunRepository()
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: [role] }])
  await renderApp({ code, runs, organization }, '/organization-settings?section=code')
  const user = userEvent.setup()
  const pick = async (name: string, text: string) =>
    user.upload(await screen.findByLabelText('YAML files'), new File([text], name, { type: 'application/yaml' }))
  return { code, runs, user, pick }
}

it('shows what files would change, and applies exactly that', async () => {
  const changes = [
    {
      ...{ action: 'changed', kind: 'flow', name: 'Orders', previousName: 'Shop', file: 'orders.yaml' },
      changes: [{ path: ['enabled'], kind: 'changed' as const, from: 'true', to: 'false' }],
    },
  ]
  const { code, user, pick } = await openCode([{ ...EMPTY, state: 's7', changes, unchanged: 3 }])
  await pick('orders.yaml', 'millrace: 1')
  const row = within(await screen.findByRole('table', { name: 'Plan' })).getByRole('row', { name: /Orders/ })
  expect(row.textContent).toContain('Shop → Orders')
  expect(row.textContent).toContain('Switched on')
  expect(screen.getByText('3 more stay as they are.')).toBeDefined()

  await user.click(screen.getByRole('checkbox', { name: /what is in no file/ }))
  await user.click(await screen.findByRole('button', { name: 'Apply the plan' }))
  expect(await screen.findByText('The files have been applied.')).toBeDefined()
  const files = [{ name: 'orders.yaml', text: 'millrace: 1' }]
  expect(code.applied).toEqual([{ files, secrets: {}, prunes: true, state: 's7' }])
})

it('shows which rows would change before anything is applied, and why a flow is not compared', async () => {
  const created = ['Orders', 'Refunds'].map((name) => ({ action: 'created', kind: 'flow', name, file: 'a.yaml' }))
  const { code, runs, user, pick } = await openCode([{ ...EMPTY, changes: created }])
  const counts = { rowsRead: 16, rowsFiltered: 0, rowsRejected: 0, rowsWritten: 7, bytes: 1 }
  const difference = { created: 5, changed: 2, removed: 0, unchanged: 9 }
  runs.put('org-1', {
    ...{ id: 'run-1', flowId: 'f', status: 'succeeded', kind: 'dry-run' },
    streams: [{ entity: 'public.orders', target: 'orders', status: 'succeeded', ...counts, difference }],
  })
  const message = 'The connection is new in the files.'
  code.tried = [
    {
      flows: [
        { name: 'Orders', file: 'a.yaml', runId: 'run-1' },
        { name: 'Refunds', file: 'a.yaml', message },
      ],
    },
  ]
  await pick('a.yaml', 'millrace: 1')
  await user.click(await screen.findByRole('button', { name: 'Show which rows would change' }))
  const table = within(await screen.findByRole('table', { name: 'Rows that would change' }))
  const row = await table.findByRole('row', { name: /Orders/ })
  await vi.waitFor(() => expect(row.textContent).toContain('5 new · 2 changed · 0 removed · 9 the same'))
  expect(within(row).getByRole('link').getAttribute('href')).toBe('/runs/run-1')
  expect(table.getByRole('row', { name: /Refunds/ }).textContent).toContain(message)
  expect(code.applied).toEqual([])
})

it('names what is wrong, asks for secrets that the files name, and applies nothing before', async () => {
  const fault = {
    file: 'shop.yaml',
    line: 9,
    field: 'credentials.password',
    message: 'It is needed.',
    secret: 'env:SHOP',
  }
  const created = { action: 'created', kind: 'connection', name: 'Shop', file: 'shop.yaml' }
  const { code, user, pick } = await openCode([
    { ...EMPTY, faults: [fault] },
    { ...EMPTY, changes: [created] },
  ])
  await pick('shop.yaml', 'millrace: 1')
  expect((await screen.findByRole('list', { name: 'Faults' })).textContent).toBe(
    'shop.yaml:9:credentials.password It is needed.',
  )
  await user.click(screen.getByRole('button', { name: 'Apply the plan' }))
  expect(code.applied).toEqual([])

  await user.type(screen.getByLabelText('env:SHOP'), 's3cret')
  await user.click(screen.getByRole('button', { name: 'Use these secrets' }))
  await user.click(await screen.findByRole('button', { name: 'Apply the plan' }))
  expect(await screen.findByText('The files have been applied.')).toBeDefined()
  expect(code.applied).toMatchObject([{ secrets: { 'env:SHOP': 's3cret' } }])
})

it('shows what programs have proposed, applies one, and discards another', async () => {
  const created = { action: 'created', kind: 'flow', name: 'Orders', file: 'Orders.yaml' }
  const proposed = ['Orders', 'Refunds'].map((name) => ({
    ...{ id: `p-${name}`, name, text: `name: ${name}`, proposedBy: 'Claude', createdAt: '2026-01-01T10:00:00Z' },
  }))
  const { code, user } = await openCode([{ ...EMPTY, changes: [created] }], 'editor', proposed)
  const list = within(await screen.findByRole('list', { name: 'Proposed flows' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('OrdersClaude'),
    expect.stringContaining('RefundsClaude'),
  ])
  await user.click(list.getByRole('button', { name: 'Discard the proposal Refunds' }))
  await user.click(list.getAllByRole('button', { name: 'Show the plan' })[0] as HTMLElement)
  expect(await screen.findByText('name: Orders')).toBeDefined()
  // One proposed flow never removes all others.
  expect(screen.queryByRole('checkbox', { name: /what is in no file/ })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Apply the plan' }))
  expect(await screen.findByText('The files have been applied.')).toBeDefined()
  expect(code.applied).toMatchObject([{ files: [{ name: 'Orders.yaml', text: 'name: Orders' }], prunes: false }])
  await vi.waitFor(() => expect(code.proposed).toEqual([]))
})

it('says who may see files of the organization to whoever may not', async () => {
  await openCode([EMPTY], 'viewer')
  expect(await screen.findByText(/Editor/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Download as YAML' })).toBeNull()
})
