import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'

import { serverDown } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryAuditRepository } from '../../../adapters/memory/organizations/memory-audit-repository.ts'
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
  expect(within(table).getByText('Flow created')).toBeDefined()
  expect(within(table).queryByText('bob@example.com')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Load more' }))

  expect(await within(table).findAllByText('bob@example.com')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

it('says what was changed, from what to what, and more of it on request', async () => {
  const mode = { path: ['streams', 'orders', 'mode'], kind: 'changed', from: 'replace', to: 'upsert' } as const
  const others = ['a', 'b', 'c'].map((name) => ({ path: ['credentials', name], kind: 'changed' }) as const)
  await renderApp({ audit: auditOf({ action: 'flow.updated', changes: [mode, ...others] }) }, ADDRESS)

  const [first, more] = await screen.findAllByRole('list', { name: 'Changes' })
  expect(first?.textContent).toContain('Tables › orders › Write mode from Replace all rows to Update and add by key')
  expect(first?.textContent).toContain('Credentials › a changed')
  expect(screen.getByText('1 more change')).toBeDefined()
  expect(more?.textContent).toBe('Credentials › c changed')
})

it('names a step as the editor does, and a table by its own name even if a field has that name too', async () => {
  const step = { path: ['transformations', '1 mask', 'stream'], kind: 'changed' } as const
  const newer = { path: ['transformations', '2 teleport'], kind: 'added' } as const
  const table = { path: ['streams', 'mode', 'key'], kind: 'changed' } as const
  await renderApp({ audit: auditOf({ action: 'flow.updated', changes: [step, newer, table] }) }, ADDRESS)

  const changes = await screen.findByRole('list', { name: 'Changes' })
  expect(
    within(changes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Steps › 1 Mask columns › Table changed', 'Steps › 2 teleport added', 'Tables › mode › Key changed'])
})

it.each([
  [['streams'], { to: 'all' }, 'Tables set to all of the source, also later ones'],
  [['streams'], { from: 'all', to: 'a, b' }, 'Tables from all of the source, also later ones to a, b'],
  [['enabled'], { from: 'true', to: 'false' }, 'Switched on from yes to no'],
  [['streams', 'a', 'checks', 'not_null: id, day'], {}, 'Tables › a › Checks › Every row has a value: id, day changed'],
  [
    ['streams', 'a', 'checks', '1 sql', 'severity'],
    { from: 'fail', to: 'warn' },
    'Tables › a › Checks › A query finds nothing › If it is not true from Stop; the old rows stay to Warn; readers see the new rows',
  ],
  [
    ['streams', 'a', 'on_vanished'],
    { from: 'mark' },
    'Tables › a › Rows gone at the source from Mark it with the time of the run to Keep it',
  ],
  [
    ['streams', 'a', 'checks', 'not_null: id', 'severity'],
    { to: 'warn' },
    'Tables › a › Checks › Every row has a value: id › If it is not true from Stop; the old rows stay to Warn; readers see the new rows',
  ],
  [['freshness'], { from: '90' }, 'Freshness limit removed, was 1h 30m'],
  [['budget', 'rows'], { from: '2500', to: '100000' }, 'Budget › Rows a month from 2,500 to 100,000'],
  [['name'], { from: '2500', to: '100000' }, 'Name from 2500 to 100000'],
  [
    ['transformations', '1 limit', 'settings', 'rows'],
    { to: '1000' },
    'Steps › 1 Limit rows › Number of rows set to 1,000',
  ],
  [['structure'], { to: 'all' }, 'Structure from Rows, columns and keys to The structure too'],
  [
    ['streams', 'a', 'drift'],
    { to: 'follow' },
    'Tables › a › Schema changes set to The destination follows the changes',
  ],
  [['streams', 'drift'], {}, 'Tables › drift changed'],
  [
    ['transformations', '1 filter', 'settings', 'where'],
    { from: 'a > 1', to: 'a > 2' },
    'Steps › 1 Filter rows › Keep rows where from a > 1 to a > 2',
  ],
  [
    ['transformations', 'order'],
    { from: 'filter, rename', to: 'rename, filter' },
    'Steps › Order from Filter rows, Rename columns to Rename columns, Filter rows',
  ],
  [
    ['transformations', '1 select', 'type'],
    { from: 'mask', to: 'select' },
    'Steps › 1 Choose columns › Type of step from Mask columns to Choose columns',
  ],
  [
    ['transformations', '1 mask', 'settings', 'columns'],
    { from: 'hash → hash', to: 'hash → partial; redact → redact' },
    'Steps › 1 Mask columns › Columns from hash → Hash to hash → Show the end only; redact → Leave empty',
  ],
  [
    ['transformations', '1 aggregate', 'settings', 'measures'],
    { from: 'count → sum', to: 'max → avg → min; count → n' },
    'Steps › 1 Aggregate › Measures from Count → sum to max → Average → min; Count → n',
  ],
  [
    ['transformations', '1 rename', 'settings', 'columns'],
    { to: 'date → hash' },
    'Steps › 1 Rename columns › Columns set to date → hash',
  ],
  [
    ['transformations', '1 join', 'settings', 'rows'],
    { from: 'all', to: 'matching' },
    'Steps › 1 Join › Rows without a match from Keep them to Leave them out',
  ],
  [['streams', 'order', 'key'], { to: 'id' }, 'Tables › order › Key set to id'],
  [['credentials', 'dbname'], { from: 'shop', to: 'store' }, 'Credentials › Database name from shop to store'],
  [['role'], { from: 'viewer', to: 'admin' }, 'Role from Viewer to Admin'],
  [['somewhere', 'else'], { to: 'constructor' }, 'somewhere › else set to constructor'],
])('tells %j in the words of the application', async (path, values, text) => {
  await renderApp({ audit: auditOf({ changes: [{ path, kind: 'changed', ...values }] }) }, ADDRESS)
  expect((await screen.findByRole('list', { name: 'Changes' })).textContent).toBe(text)
})

it('tells what a step of another type had been set to in the words of that type', async () => {
  const step = ['transformations', '1 limit']
  const changes = [
    { path: [...step, 'type'], kind: 'changed', from: 'join', to: 'limit' },
    { path: [...step, 'settings', 'rows'], kind: 'changed', from: 'all', to: '1000' },
    { path: [...step, 'settings', 'columns'], kind: 'removed', from: 'name, 1000' },
  ] as const
  await renderApp({ audit: auditOf({ changes }) }, ADDRESS)

  const lines = within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Steps › 1 Limit rows › Type of step from Join to Limit rows',
    'Steps › 1 Limit rows › Number of rows from Keep them to 1,000',
    'Steps › 1 Limit rows › Columns to add removed, was name, 1000',
  ])
})

it('tells a check, and a schedule, that came or went in one line each', async () => {
  const check = ['streams', 'a', 'checks', 'row_count']
  const changes = [
    { path: check, kind: 'added' },
    { path: [...check, 'rows'], kind: 'added', to: '5000' },
    { path: [...check, 'severity'], kind: 'added', to: 'warn' },
    { path: ['schedule', 'cron'], kind: 'added', to: '0 6 * * *' },
    { path: ['schedule', 'timezone'], kind: 'added', to: 'Europe/Berlin' },
    { path: ['schedule', 'overlap'], kind: 'added', to: 'queue' },
    { path: ['after', 'when'], kind: 'removed', from: 'all_succeeded' },
    { path: ['after', 'flows'], kind: 'removed', from: 'Orders' },
  ] as const
  await renderApp({ audit: auditOf({ changes }) }, ADDRESS)

  const lines = within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole('listitem')
  await screen.findByText('At 6:00 AM (Europe/Berlin)')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Tables › a › Checks › About as many rows as expected added (Rows: 5,000 · If it is not true: Warn; readers see the new rows)',
    'Schedule set to At 6:00 AM (Europe/Berlin) (If the previous run still runs: Run when it has ended)',
    'After other flows › Flows removed, was Orders',
  ])
})

it('asks for an action, a person and days, in the address', async () => {
  const grace = { actorUid: 'user-2', actorName: 'Grace' }
  const audit = auditOf({}, grace, { ...grace, action: 'flow.deleted' }, { ...grace, at: '2025-12-31T10:00:00Z' })
  // A search finds events on any page.
  audit.pageSize = 1
  const user = userEvent.setup()
  const { router } = await renderApp({ audit }, ADDRESS)

  await screen.findByRole('table', { name: 'Audit log' })
  await user.selectOptions(await screen.findByLabelText('Action'), 'Flow deleted')
  const table = await screen.findByRole('table', { name: 'Audit log' })
  expect(await within(table).findAllByText('Flow 3')).toBeDefined()

  await user.selectOptions(screen.getByLabelText('Person'), 'Grace')
  await user.selectOptions(screen.getByLabelText('Action'), 'Every action')
  fireEvent.change(screen.getByLabelText('To day'), { target: { value: '2025-12-31' } })
  expect(await screen.findAllByText('Flow 4')).toBeDefined()
  expect(screen.queryByText('Flow 2')).toBeNull()
  expect(router.state.location.search).toEqual({ section: 'audit', person: 'user-2', to: '2025-12-31' })
})

it('says that nothing fits, and takes all filters away', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp({ audit: auditOf({}) }, `${ADDRESS}&action=flow.deleted&from=2026-02-01&to=soon`)

  await user.click(await screen.findByRole('button', { name: 'Clear all' }))

  expect(await screen.findByRole('table', { name: 'Audit log' })).toBeDefined()
  expect(router.state.location.search).toEqual({ section: 'audit' })
})

it('exports all that fits, however much is shown', async () => {
  const audit = auditOf({ targetName: '=cmd' }, { actorUid: 'user-2' }, {})
  audit.pageSize = 1
  const user = userEvent.setup()
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined })
  await renderApp({ audit }, `${ADDRESS}&person=user-1`)

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

  expect(await screen.findByText('Needs at least the role Admin')).toBeDefined()
})

it('says in place that it could not be loaded', async () => {
  const audit = auditOf({})
  audit.failNext(serverDown)
  await renderApp({ audit }, ADDRESS)

  expect(await screen.findByText('The audit log could not be loaded')).toBeDefined()
})
