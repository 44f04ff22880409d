import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'

import { serverDown } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryAuditRepository } from '../../../adapters/memory/memory-audit-repository.ts'
import type { AuditEvent } from '../../../core/audit/audit-event.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'

const ADDRESS = '/organization-settings?section=audit'

function auditOf(...changes: Partial<AuditEvent>[]) {
  const audit = new MemoryAuditRepository()
  audit.events = changes.map((change, index) => ({
    id: changes.length - index,
    at: '2026-01-01T10:00:00Z',
    actorUid: 'user-1',
    actorName: 'Ada',
    action: 'flow.created',
    targetName: `Flow ${index + 1}`,
    ...change,
  }))
  return audit
}

const files: Blob[] = []
const { createObjectURL, revokeObjectURL } = URL
afterEach(() => {
  files.length = 0
  Object.assign(URL, { createObjectURL, revokeObjectURL })
})

it('shows who did what, a page at a time', async () => {
  const audit = auditOf({}, { actorName: 'Grace', action: 'member.invited', targetName: 'bob@example.com' })
  audit.pageSize = 1
  const user = userEvent.setup()
  await renderApp({ audit }, ADDRESS)

  const table = await screen.findByRole('table', { name: 'Audit log' })
  expect(within(table).getByText('Created a flow')).toBeDefined()
  expect(within(table).queryByText('bob@example.com')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Load more' }))

  expect(await within(table).findByText('bob@example.com')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

it('filters by action and person, in the address', async () => {
  const audit = auditOf({}, { actorName: 'Grace' }, { actorName: 'Grace', action: 'flow.deleted' })
  const user = userEvent.setup()
  const { router } = await renderApp({ audit }, ADDRESS)

  await user.selectOptions(await screen.findByLabelText('Action'), 'Created a flow')
  await user.selectOptions(await screen.findByLabelText('Person'), 'Grace')

  const table = await screen.findByRole('table', { name: 'Audit log' })
  expect(within(table).getAllByRole('row')).toHaveLength(2)
  expect(router.state.location.search).toEqual({ section: 'audit', action: 'flow.created', person: 'Grace' })
})

it('exports the whole log as it is filtered, however much is shown', async () => {
  const audit = auditOf({ targetName: '=cmd' }, { actorName: 'Grace' }, {})
  audit.pageSize = 1
  const user = userEvent.setup()
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined })
  await renderApp({ audit }, `${ADDRESS}&person=Ada`)

  await user.click(await screen.findByRole('button', { name: 'Export as CSV' }))

  await expect.poll(() => files.length).toBe(1)
  const lines = (await files[0]?.text())?.trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines?.[1]).toContain("'=cmd")
})

it('tells an editor why there is nothing to see', async () => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['editor'] }])
  await renderApp({ organization }, ADDRESS)

  expect(await screen.findByText('Needs the role Admin or a higher one')).toBeDefined()
})

it('says in place that it could not be loaded', async () => {
  const audit = auditOf({})
  audit.failNext(serverDown)
  await renderApp({ audit }, ADDRESS)

  expect(await screen.findByText('The audit log could not be loaded')).toBeDefined()
})
