import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aConnection, aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { memoryPorts } from '../../../adapters/memory/ports/memory-ports.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'
import type { Run, RunStream } from '../../../core/runs/run.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../page/run-page.tsx'
import '../list/runs-page.tsx'
import '../compare/flow-version-changes.tsx'
import './check-rows-table.tsx'
import './data-checks.tsx'
import './message-preview.tsx'
import './row-changes-table.tsx'
import '../compare/run-comparison.tsx'

const orders: RunStream = {
  entity: 'public.orders',
  target: 'public.orders',
  status: 'succeeded',
  rowsRead: 1_003,
  rowsWritten: 1_000,
  rowsFiltered: 3,
  rowsRejected: 0,
  bytes: 1,
  receipt: {
    check: { state: 'verified', rows: 1_000, keys: ['id'] },
    phases: { moving: 3_000, checking: 200, committing: 100 },
  },
}

const aRun = (changes: Partial<Run> = {}): Run => ({
  id: 'run-2',
  kind: 'move',
  flowId: 'flow-1',
  flowName: 'Shop',
  flowVersion: 9,
  status: 'succeeded',
  trigger: 'person',
  queuedAt: '2026-01-02T10:00:00Z',
  startedAt: '2026-01-02T10:00:00Z',
  finishedAt: '2026-01-02T10:00:03Z',
  streams: [orders],
  ...changes,
})

function withRuns(...known: readonly Run[]) {
  const runs = new MemoryRunRepository()
  for (const run of known) runs.put('org-1', run)
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow())
  return { runs, flows }
}

/** The tables of the run; the first one is open, as a person opens it. */
async function openedTables() {
  const tables = await screen.findByRole('table', { name: 'Tables' }, { timeout: 5_000 })
  const button = within(tables).getByRole('button', { name: 'public.orders' })
  if (button.getAttribute('aria-expanded') === 'false') await userEvent.click(button)
  return tables
}

it('a run says where its rows went, and what was checked', async () => {
  await renderApp(withRuns(aRun()), '/runs/run-2')

  const tables = await openedTables()
  expect(tables.textContent).toContain('1,003 read = 1,000 written + 3 filtered + 0 rejected')
  expect(tables.textContent).toContain('Verified: 1,000 rows counted in the destination, id compared with the source')
  expect(screen.getByRole('img', { name: 'Verified: counted and compared', hidden: true })).toBeDefined()
})

it('a run says how many of the counted rows were left out, as the destination had them already or twice', async () => {
  const stream = { ...orders, rowsWritten: 998, rowsFiltered: 5 }
  await renderApp(withRuns(aRun({ streams: [stream] })), '/runs/run-2')

  const tables = await openedTables()
  expect(tables.textContent).toContain('1,003 read = 998 written + 5 filtered + 0 rejected')
  expect(tables.textContent).toContain(
    '1,000 rows counted in the destination, id compared with the source. 2 of them were left out when they were made visible.',
  )
})

it('a run whose keys could not be compared says why', async () => {
  const check = { state: 'counted', rows: 1_000, reason: 'no-key', counted: 1_000 } as const
  await renderApp(withRuns(aRun({ streams: [{ ...orders, receipt: { check } }] })), '/runs/run-2')

  const tables = await openedTables()
  expect(tables.textContent).toContain(
    'Counted: 1,000 rows in the destination. The table has no key to compare. The source counted 1,000 rows.',
  )
})

it('a run that sent a message does not speak of keys, which a message has not', async () => {
  const check = { state: 'counted', rows: 1_000, reason: 'message' } as const
  await renderApp(withRuns(aRun({ streams: [{ ...orders, receipt: { check } }] })), '/runs/run-2')

  const tables = await openedTables()
  expect(tables.textContent).toContain('Counted: 1,000 rows in the message.')
  expect(tables.textContent).not.toContain('key')
})

it('a run says that its rows were compared with those that were sent, where steps made them', async () => {
  const check = { state: 'verified', rows: 1_000, keys: ['id', 'half'], sent: true } as const
  await renderApp(withRuns(aRun({ streams: [{ ...orders, receipt: { check } }] })), '/runs/run-2')

  const tables = await openedTables()
  expect(tables.textContent).toContain('id, half compared with the rows sent')
})

it('a run says plainly that nobody counted at the source, and then does not call its rows verified', async () => {
  const check = { state: 'counted', rows: 1_000, reason: 'uncounted', keys: ['id'], sent: true } as const
  await renderApp(withRuns(aRun({ streams: [{ ...orders, receipt: { check } }] })), '/runs/run-2')

  const tables = await openedTables()
  expect(tables.textContent).toContain(
    'Counted: 1,000 rows in the destination. id compared with the rows sent. Nobody counted the rows at the source.',
  )
  expect(tables.textContent).not.toContain('Verified')
})

it('a run says which checks passed, and shows the rows that did not', async () => {
  const ports = withRuns(
    aRun({
      status: 'failed',
      streams: [
        {
          ...orders,
          status: 'failed',
          receipt: {
            dataChecks: [
              { id: 'a', state: 'passed', rows: 0, message: 'Rows without a value in id: 0.' },
              { id: 'b', state: 'warned', message: '9 rows; 10 were expected.' },
              { id: 'c', state: 'failed', rows: 1, message: 'Rows with a value in state that is not accepted: 1.' },
            ],
          },
        },
      ],
    }),
  )
  ports.runs.foundByCheck = { columns: ['id', 'state'], rows: [['7', 'piad']] }
  await renderApp(ports, '/runs/run-2')

  const tables = await openedTables()
  expect(await within(tables).findByText('1 check passed')).toBeDefined()
  expect(tables.textContent).toContain('9 rows; 10 were expected.')
  await userEvent.click(within(tables).getByRole('button', { name: 'Show the rows' }))
  expect(await within(tables).findByText('piad')).toBeDefined()
})

it('rows that steps make others of became so many; none of them was filtered', async () => {
  const flow = {
    ...{ sourceConnectionId: 'a', destinationConnectionId: 'b', streams: [] },
    steps: [{ id: 's', type: 'aggregate', settings: {} }],
  }
  await renderApp(withRuns(aRun({ flow, combinesRows: true })), '/runs/run-2')

  const tables = await openedTables()
  expect(tables.textContent).toContain('1,003 rows became 1,000')
  expect(tables.textContent).not.toContain('filtered')
  expect(screen.queryByText('Filtered')).toBeNull()
  expect(screen.getByText('Steps made new rows; none is filtered.')).toBeDefined()
  expect(screen.queryByText(/^Read = /)).toBeNull()
})

it('a run can be compared with the one before, and says that the flow has changed in between', async () => {
  const user = userEvent.setup()
  const flow = { sourceConnectionId: 'a', destinationConnectionId: 'b', streams: [], steps: [] }
  const check = { id: 'c', type: 'not_null', columns: ['id'] }
  const unique = { id: 'd', type: 'unique', columns: ['email'] }
  const before = {
    ...flow,
    streams: [{ entity: 'orders', mode: 'replace', checks: [check] }],
    steps: [
      { id: 'b', type: 'limit', settings: { rows: 5 } },
      { id: 'm', type: 'mask', stream: 'hash', settings: { columns: [{ column: 'hash', method: 'hash' }] } },
      { id: 'j', type: 'join', settings: { rows: 'all', columns: ['note'] } },
    ],
    budget: { rows: 10_000 },
    sql: { before: 'a' },
    after: { flows: [{ id: 'gone' }], when: 'any_ended' },
  }
  const after = {
    ...flow,
    destinationConnectionId: 'connection-1',
    schedule: { cron: '0 6 * * *', timezone: 'UTC' },
    streams: [{ entity: 'orders', mode: 'upsert', checks: [{ ...check, severity: 'warn' }, unique] }],
    steps: [
      { id: 'b', type: 'limit', settings: { rows: 9 } },
      { id: 'm', type: 'select', settings: { columns: ['hash'] } },
      { id: 'j', type: 'limit', settings: { rows: 3 } },
      { id: 'a', type: 'filter' },
    ],
    budget: { rows: 20 },
    structure: { comes: 'all' },
    sql: { before: 'b' },
  }
  const streams = [{ ...orders, rowsRead: 1_010, rowsFiltered: 10 }]
  const earlier = aRun({ id: 'run-1', flowVersion: 7, streams, flow: before })
  const fakes = { ...memoryPorts(), ...withRuns(earlier, aRun({ flow: after })) }
  await fakes.connections.add('org-1', {
    ...aConnection({ name: 'Warehouse' }),
    type: 'postgres',
    integrationId: 'integration-1',
  })
  await renderApp(fakes, '/runs/run-2')

  await user.click(await screen.findByRole('tab', { name: 'Against the last run' }))
  const table = await screen.findByRole('table', { name: 'Compared with the earlier run' })
  expect(
    within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1,003−7', '1,000±0', '3−7', '0±0', expect.stringContaining('±0')])
  expect(screen.getByText(/the flow has changed: version 7 → 9/)).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Show what has changed' }))
  const changes = await screen.findByRole('list', { name: 'Changes of the flow' })
  expect(await within(changes).findByText('deleted flow')).toBeDefined()
  expect(
    within(changes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Destination: deleted connection → Warehouse',
    'Table orders: changedWrite mode: Replace all rows → Update and add by key' +
      'Checks › Every row has a value: id › If it is not true: Stop; the old rows stay → Warn; readers see the new rows' +
      'Checks: – → No value occurs twice: email (If it is not true: Stop; the old rows stay)',
    'Step “Limit rows”: changedNumber of rows: 5 → 9',
    'Step “Choose columns”: changedType of step: Mask columns → Choose columnsTable: hash → –Columns to keep: hash → Hash → hash',
    'Step “Limit rows”: changedType of step: Join → Limit rowsNumber of rows: Keep them → 3Columns to add: note → –',
    'Step “Filter rows”: added',
    'Schedule: addedCron expression: 0 6 * * *Time zone: UTC',
    'After other flows: removedFlows: deleted flowStarts as soon as: Any has ended, also if it failed',
    'SQL before the rows: a → b',
    'Budget: changedRows a month: 10,000 → 20',
    'Structure: Rows, columns and keys → The structure too',
  ])
})

it('a dry run whose rows do not pass a check says that a run would stop', async () => {
  const check = { id: 'a', type: 'not_null', state: 'failed', rows: 1, message: 'Rows without a value: 1' } as const
  const stopped = { ...orders, receipt: { dataChecks: [check] } }
  await renderApp(withRuns(aRun({ kind: 'dry-run', streams: [stopped] })), '/runs/run-2')

  expect(await screen.findByText('Dry run: a run would stop')).toBeDefined()
  expect(screen.getByText(/Checks of public.orders fail/)).toBeDefined()
})

it.each([
  ['flow', 'Open the budget', '/floweditor/flow-1?dialog=cost'],
  ['organization', 'Open the organization’s budget', '/organization-settings'],
] as const)('a dry run says that a budget of the %s would refuse a run, and leads there', async (of, name, href) => {
  const fakes = withRuns(aRun({ kind: 'dry-run' }))
  const message = `A run would not begin: it needs 300 rows, and the ${of}’s budget of this month has 299 rows left.`
  const budget = { of, kind: 'rows', needed: 300 } as const
  const refusal = { code: 'BUDGET_TOO_SMALL', message, fix: 'stream', budget } as const
  fakes.runs.estimated = { ...fakes.runs.estimated, refusal }
  await renderApp(fakes, '/runs/run-2')

  const alert = (await screen.findByText(message)).closest<HTMLElement>('[role=alert]')
  expect(screen.queryByText('Dry run: nothing was written')).toBeNull()
  const link = within(alert ?? document.body).getByRole('link', { name })
  expect(link.getAttribute('href')).toBe(href)
})

it('a dry run says what a run would do, row by row, and that nothing was written', async () => {
  const user = userEvent.setup()
  const difference = { created: 142, changed: 9, removed: 0, unchanged: 849 }
  const fakes = withRuns(aRun({ kind: 'dry-run', streams: [{ ...orders, rowsRejected: 3, difference }] }))
  fakes.runs.changes = {
    columns: ['id', 'note'],
    rows: [{ before: ['1', 'old'], after: ['1', null] }, { after: ['7', 'more'] }, { before: ['9', 'gone'] }],
  }
  await renderApp(fakes, '/runs/run-2')

  expect(await screen.findByText('Dry run: nothing was written')).toBeDefined()
  expect(await screen.findByText(/142 new · 9 changed · 0 removed · 849 the same/)).toBeDefined()
  expect(within(screen.getByRole('table', { name: 'Tables' })).getByText(/3 would be rejected/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show the rows' }))
  const rows = await screen.findByRole('region', { name: 'Rows of public.orders that would change' })
  const cells = within(rows)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
  expect(cells).toEqual([
    ['Changed', '1', 'old → NULL'],
    ['New', '7', 'more'],
    ['Removed', '9', 'gone'],
  ])
})

it('a dry run into e-mail shows the message that would be sent', async () => {
  const user = userEvent.setup()
  const fakes = withRuns(aRun({ kind: 'dry-run', streams: [{ ...orders, hasMessage: true }] }))
  const message = {
    from: 'reports@example.com',
    to: ['ada@example.com', 'grace@example.org'],
    subject: '2 orders',
    text: 'Hello,\n\nid | note',
    attachment: { name: 'orders.csv', bytes: 2_048 },
  }
  fakes.runs.changes = { columns: [], rows: [], message }
  await renderApp(fakes, '/runs/run-2')

  expect(await screen.findByText('1,000 rows would be sent')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show the message' }))
  const shown = await screen.findByRole('region', { name: 'Message of public.orders' })
  expect(shown.textContent).toContain('ada@example.com, grace@example.org')
  expect(shown.textContent).toMatch(/orders\.csv \(2.* k/)
  expect(shown.textContent).toContain('Hello,\n\nid | note')
})

it.each([
  ['the rows of a dry run', 'Show the rows', { difference: { created: 1, changed: 0, removed: 0, unchanged: 0 } }],
  ['its message', 'Show the message', { hasMessage: true }],
  ['its rejected rows', 'Show them', { rowsRejected: 1 }],
  [
    'the rows that did not pass a check',
    'Show the rows',
    { receipt: { dataChecks: [{ id: 'a', type: 'not_null', state: 'failed', rows: 1, message: 'No value: 1' }] } },
  ],
] as const)('says why a viewer does not see %s', async (_, name, changes) => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Acme', roles: ['viewer'] }])
  await renderApp(
    { ...withRuns(aRun({ kind: 'dry-run', streams: [{ ...orders, ...changes }] })), organization },
    '/runs/run-2',
  )

  const button = await screen.findByRole('button', { name })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-description')).toBe('Needs at least the role Editor')
})

it('says why the rows that a comparison found are not shown to a viewer', async () => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Acme', roles: ['viewer'] }])
  const compared = { difference: { created: 1, changed: 0, removed: 0, unchanged: 0 }, comparedColumns: ['id'] }
  const run = aRun({ kind: 'compare', streams: [{ ...orders, ...compared }] })
  await renderApp({ ...withRuns(run), organization }, '/runs/run-2')

  const button = await screen.findByRole('button', { name: 'Show the rows' })
  expect(button.getAttribute('aria-description')).toBe('Needs at least the role Editor')
})

it('says why rejected rows of a table that was not finished are not shown', async () => {
  await renderApp(withRuns(aRun({ streams: [{ ...orders, status: 'failed', rowsRejected: 1 }] })), '/runs/run-2')

  const button = await screen.findByRole('button', { name: 'Show them' })
  expect(button.getAttribute('aria-description')).toBe('Only rows of finished tables are kept.')
})

it('says of the rows of an old dry run that they are no longer kept', async () => {
  const user = userEvent.setup()
  const difference = { created: 1, changed: 0, removed: 0, unchanged: 0 }
  const fakes = withRuns(aRun({ kind: 'dry-run', streams: [{ ...orders, difference }] }))
  fakes.runs.changes = { columns: [], rows: [] }
  await renderApp(fakes, '/runs/run-2')

  await user.click(await screen.findByRole('button', { name: 'Show the rows' }))
  expect(await screen.findByText('These rows are no longer kept.')).toBeDefined()
})

it('a dry run into what cannot be compared says so', async () => {
  await renderApp(withRuns(aRun({ kind: 'dry-run', streams: [{ ...orders, rowsRejected: 2 }] })), '/runs/run-2')

  expect(await screen.findByText(/1,000 rows would be sent/)).toBeDefined()
  expect(within(screen.getByRole('table', { name: 'Tables' })).getByText(/2 would be rejected/)).toBeDefined()
  expect(screen.getByText(/This destination cannot be compared/)).toBeDefined()
})

it('a flow is run dry from its menu, and the run is shown', async () => {
  const user = userEvent.setup()
  const fakes = withRuns(aRun({ id: 'dry-run-of-flow-1', kind: 'dry-run' }))
  await renderApp(fakes, '/flows')

  await user.click(await screen.findByRole('button', { name: /^More for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Dry run' }))
  expect(await screen.findByText('Dry run: nothing was written')).toBeDefined()
  expect(fakes.runs.dryRuns).toEqual(['flow-1'])
})

it('a run of many tables shows those that failed first, and finds the others by name', async () => {
  const user = userEvent.setup()
  const many = Array.from({ length: 250 }, (_, n): RunStream => ({ ...orders, entity: `t${n}`, target: `t${n}` }))
  const streams = many.map((stream, n): RunStream => (n === 240 ? { ...stream, status: 'failed' } : stream))
  await renderApp(withRuns(aRun({ status: 'failed', streams })), '/runs/run-2')

  const shown = () => within(screen.getByRole('table', { name: 'Tables' })).getAllByRole('rowheader')
  await screen.findByText('250 of 250 tables')
  expect(shown()[0]?.textContent).toBe('t240')
  // Only those near the screen are in the page.
  expect(shown().length).toBeLessThan(100)
  await user.type(screen.getByRole('searchbox', { name: 'Search tables' }), 't24')
  expect(await screen.findByText('11 of 250 tables')).toBeDefined()
  expect(shown().map(({ textContent }) => textContent)).toContain('t249')
  expect(shown()).toHaveLength(11)
})
