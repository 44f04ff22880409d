import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRejectRepository } from '../../../adapters/memory/runs/memory-reject-repository.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'
import type { Run, RunStream } from '../../../core/runs/run.ts'
// A separate chunk, loaded first, so that the tests wait only for behaviour.
import './run-page.tsx'

const stream = (entity: string, changes: Partial<RunStream> = {}): RunStream => ({
  ...{ entity, target: entity, status: 'succeeded', bytes: 1 },
  ...{ rowsRead: 10, rowsWritten: 10, rowsFiltered: 0, rowsRejected: 0 },
  ...changes,
})

const aRun = (changes: Partial<Run> = {}): Run => ({
  id: 'run-2',
  kind: 'move',
  flowId: 'flow-1',
  flowName: 'Shop to warehouse',
  flowVersion: 4,
  status: 'succeeded',
  trigger: 'person',
  triggeredBy: { uid: 'ada', name: 'Ada' },
  queuedAt: '2026-01-01T10:00:00Z',
  startedAt: '2026-01-01T10:00:00Z',
  finishedAt: '2026-01-01T10:00:02Z',
  streams: [stream('orders')],
  ...changes,
})

const refused = { code: 'REFUSED', message: 'Wrong password.', hint: 'Set a new one.' }

function withRuns(...known: readonly Run[]) {
  const [runs, flows] = [new MemoryRunRepository(), new MemoryFlowRepository()]
  for (const run of known)
    runs.put('org-1', run, [{ id: 1, at: '2026-01-01T10:00:00Z', level: 'info', message: 'Go.' }])
  flows.put('org-1', aFlow())
  return { runs, flows }
}

it('says what ran, by whom, how it went, and shows its log beside its tables', async () => {
  await renderApp(withRuns(aRun({ attempt: 2, attemptsAllowed: 3 })), '/runs/run-2')

  const title = await screen.findByRole('heading', { level: 1 })
  expect(title.textContent).toContain('Shop to warehouse')
  expect(title.textContent).toContain('Succeeded')
  expect(title.nextElementSibling?.textContent).toMatch(/Version 4By Ada.*agoAttempt 2 of 3/)
  expect(screen.getByRole('table', { name: 'Tables' }).textContent).toContain('orders')
  expect((await screen.findByRole('region', { name: 'Log' })).textContent).toContain('Go.')
  expect(document.title).toContain('Run of Shop to warehouse')
})

it('names every failure, not only the first, each with what to do about it', async () => {
  const other = { code: 'CONSTRAINT', message: 'Two rows have the key 7.', hint: 'Choose another key.' }
  const streams = [
    stream('orders', { status: 'failed', error: refused }),
    stream('items', { status: 'failed', error: other }),
    stream('people'),
  ]
  await renderApp(withRuns(aRun({ status: 'failed', error: refused, streams })), '/runs/run-2')

  expect((await screen.findByRole('alert')).textContent).toContain('2 of 3 tables failed')
  const tables = screen.getByRole('table', { name: 'Tables' })
  expect(tables.textContent).toContain('Two rows have the key 7.Choose another key.')
  expect(tables.textContent).toContain('Wrong password.')
  expect(screen.getByRole('button', { name: 'Run failed tables again' })).toBeDefined()
})

it('tells of every attempt how it ended, the last one first', async () => {
  const user = userEvent.setup()
  const attempts = [{ attempt: 1, endedAt: '2026-01-01T09:00:00Z', error: refused }]
  const { router } = await renderApp(withRuns(aRun({ attempt: 2, attempts })), '/runs/run-2')

  await user.click(await screen.findByRole('tab', { name: 'Attempts' }))

  const shown = within(screen.getByRole('tabpanel')).getAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Attempt 2Succeeded/),
    expect.stringMatching(/^Attempt 1Failed.*Wrong password\.$/),
  ])
  expect(router.state.location.search).toEqual({ tab: 'attempts' })
})

it('says in the line of a table what became of its rows, and how they were checked on hover', async () => {
  const check = { state: 'verified', rows: 10, keys: ['id'] } as const
  await renderApp(withRuns(aRun({ streams: [stream('orders', { receipt: { check } })] })), '/runs/run-2')

  const table = await screen.findByRole('table', { name: 'Tables' })
  expect(within(table).getByRole('row', { name: /orders/ }).textContent).toBe('orders101000–')
  const mark = within(table).getByRole('img', { name: /^Verified: 10 rows counted/ })
  expect(mark.getAttribute('data-tooltip')).toBe(
    'Verified: 10 rows counted in the destination, id compared with the source',
  )
  expect(screen.getByText(/keys or values compared with the source/)).toBeDefined()
})

it('draws when each table was read, checked and put in place, with the figures on hover', async () => {
  const phases = (begun: string, moving: number) => ({
    receipt: { phases: { begun, moving, checking: 200, committing: 300 } },
  })
  const streams = [
    stream('orders', phases('2026-01-01T10:00:00Z', 500)),
    stream('items', phases('2026-01-01T10:00:01Z', 1_500)),
    stream('old'),
  ]
  await renderApp(withRuns(aRun({ streams })), '/runs/run-2')

  const bar = await screen.findByRole('button', {
    name: 'items: read in 1.5s · checked in 200ms · made visible in 300ms · begun after 1s',
  })
  expect([...bar.children].map((span) => (span as HTMLElement).style.left.slice(0, 4))).toEqual(['33.3', '83.3', '90%'])
  expect(screen.getByRole('button', { name: 'old: Its times were not recorded.' }).children).toHaveLength(1)
})

it('opens only the tables that rejected rows or changed, since the run itself says why the other failed', async () => {
  const user = userEvent.setup()
  const columnChanges = [{ side: 'source', name: 'tax', is: 'added', type: 'integer' }] as const
  const streams = [
    stream('orders'),
    stream('items', { status: 'failed', error: refused }),
    stream('people', { rowsRejected: 1 }),
    stream('events', { columnChanges }),
  ]
  await renderApp(withRuns(aRun({ status: 'partially_succeeded', error: refused, streams })), '/runs/run-2')

  const table = await screen.findByRole('table', { name: 'Tables' })
  const isOpen = (name: string) => within(table).getByRole('button', { name }).getAttribute('aria-expanded')
  expect(['orders', 'items', 'people', 'events'].map(isOpen)).toEqual(['false', 'false', 'true', 'true'])
  await user.click(within(table).getByRole('button', { name: 'orders' }))
  expect(isOpen('orders')).toBe('true')
  expect(table.textContent).toContain('10 read = 10 written + 0 filtered + 0 rejected')
})

it('sorts its tables by any of their figures: the largest first, then the smallest, then as they were', async () => {
  const user = userEvent.setup()
  const phases = (moving: number) => ({ begun: '2026-01-01T10:00:00Z', moving })
  const streams = [
    stream('table_2', { rowsRead: 5, receipt: { phases: phases(9) } }),
    stream('table_10', { rowsRead: 900, receipt: { phases: phases(300) } }),
    stream('table_1', { rowsRead: 70 }),
  ]
  await renderApp(withRuns(aRun({ streams })), '/runs/run-2')
  const table = await screen.findByRole('table', { name: 'Tables' })
  const order = () =>
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
  const pressed = async (column: string) => {
    await user.click(within(table).getByRole('button', { name: column }))
    return order()
  }

  expect(await pressed('Read')).toEqual(['table_10', 'table_1', 'table_2'])
  expect(within(table).getByRole('columnheader', { name: 'Read' }).getAttribute('aria-sort')).toBe('descending')
  expect(await pressed('Read')).toEqual(['table_2', 'table_1', 'table_10'])
  expect(await pressed('Read')).toEqual(['table_2', 'table_10', 'table_1'])
  expect(await pressed('Table')).toEqual(['table_1', 'table_2', 'table_10'])
  expect(await pressed('Time')).toEqual(['table_10', 'table_2', 'table_1'])
})

it('is amber, and names the number and share of rejected rows', async () => {
  await renderApp(withRuns(aRun({ streams: [stream('orders', { rowsRead: 50, rowsRejected: 3 })] })), '/runs/run-2')

  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Succeeded, 3 rejected (6%)')
})

it.each([
  ['a comparison of equal sides', { created: 0, changed: 0, removed: 0, unchanged: 4 }, 'Same'],
  ['a comparison of a part of the rows', { created: 0, changed: 0, removed: 0, unchanged: 4, unknown: 9 }, 'Compared'],
  [
    'a comparison of a part of the columns',
    { created: 0, changed: 0, removed: 0, unchanged: 4 },
    'Compared',
    { uncomparedColumns: ['total'] },
  ],
  ['a comparison of sides that differ', { created: 1, changed: 0, removed: 2, unchanged: 4 }, 'Differs'],
])(
  'says of %s whether they are the same',
  async (_, difference, words, more: { readonly uncomparedColumns?: readonly string[] } = {}) => {
    const compared = stream('orders', { difference, comparedColumns: ['id'], ...more })
    await renderApp(withRuns(aRun({ kind: 'compare', streams: [compared] })), '/runs/run-2')

    const title = await screen.findByRole('heading', { level: 1 })
    expect(title.textContent).toContain(words)
    expect(title.textContent).not.toContain('ucceeded')
  },
)

it('tells while it runs how many tables are over, and finishes only when every table is read', async () => {
  const { finishedAt: _, ...going } = aRun({ status: 'committing' })
  const streams = [stream('orders'), stream('items', { status: 'committing' }), stream('people', { status: 'pending' })]
  const fakes = withRuns({ ...going, streams })
  await renderApp(fakes, '/runs/run-2')

  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Running, 1 of 3 tables')
  expect(screen.queryByText('Finishing')).toBeNull()
})

it.each([
  ['no step has added rows', {}, 'Read = written + filtered + rejected.', 0],
  ['steps have added rows', { rowsAdded: 3 }, 'Read + added = written + filtered + rejected.', 1],
])('tells below the tables what adds up: %s', async (_title, counts, equation, columns) => {
  await renderApp(withRuns(aRun({ streams: [stream('orders', counts)] })), '/runs/run-2')
  expect(await screen.findByText(equation)).toBeDefined()
  expect(screen.queryAllByRole('columnheader', { name: 'Added' })).toHaveLength(columns)
})

it.each([
  ['Removed', { rowsRemoved: 20 }],
  ['Marked', { rowsMarked: 20 }],
])('has a figure for rows that are gone at the source: %s', async (name, counts) => {
  await renderApp(withRuns(aRun({ streams: [stream('orders', counts), stream('customers')] })), '/runs/run-2')
  expect(await screen.findByRole('columnheader', { name })).toBeDefined()
  expect(screen.getByRole('cell', { name: '20' })).toBeDefined()
})

it('says of messages nothing about keys, which they have not', async () => {
  const check = { state: 'counted', rows: 6, reason: 'message' } as const
  await renderApp(withRuns(aRun({ streams: [stream('orders', { receipt: { check } })] })), '/runs/run-2')

  expect(await screen.findByText('the rows in the messages that were sent')).toBeDefined()
  expect(screen.queryByText(/keys or values/)).toBeNull()
})

it('says that an end was a test account', async () => {
  await renderApp(withRuns(aRun({ standIns: ['destination'], streams: [stream('orders')] })), '/runs/run-2')
  expect(await screen.findByText(/^The destination was a test account/)).toBeDefined()
})

it('shows what was rejected, table by table, and sends it again', async () => {
  const rejects = new MemoryRejectRepository()
  const runs = withRuns(aRun({ streams: [stream('orders', { rowsRejected: 1 }), stream('items')] }))
  const fakes = { ...runs, rejects }
  const cause = { column: 'qty', rule: 'must have a value' }
  fakes.rejects.found = [{ ...cause, rows: 1, kept: 1, values: [{ value: null, rows: 1 }], mends: [] }]
  const user = userEvent.setup()
  await renderApp(fakes, '/runs/run-2?tab=rejects')

  expect(await screen.findByText('must have a value')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText('Being sent again.')).toBeDefined()
  expect(fakes.rejects.replayed).toEqual([{ runId: 'run-2', pick: { entity: 'orders', cause } }])
})

it('says what of the flow has changed since its last run that succeeded', async () => {
  const flow = { sourceConnectionId: 'a', destinationConnectionId: 'b', streams: [], steps: [] }
  const good = aRun({ id: 'run-0', flowVersion: 3, flow })
  const between = aRun({ id: 'run-1', status: 'failed', error: refused })
  const bad = aRun({ status: 'failed', error: refused, flow: { ...flow, steps: [{ id: 's', type: 'filter' }] } })
  await renderApp(withRuns(good, between, bad), '/runs/run-2?tab=changes')

  const changes = await screen.findByRole('list', { name: 'Changes of the flow' })
  expect(changes.textContent).toBe('Step “Filter rows”: added')
  const link = screen.getByRole('link', { name: 'The last run that succeeded' })
  expect(link.getAttribute('href')).toBe('/runs/run-0')
})

it('says that nothing has changed since the flow last succeeded, or that it never did', async () => {
  const [good, bad] = [aRun({ id: 'run-1' }), aRun({ status: 'failed', error: refused })]
  const { router } = await renderApp(withRuns(good, bad), '/runs/run-2')
  expect(await screen.findByText(/Nothing known has changed since/)).toBeDefined()

  await router.navigate({ to: '/runs/$id', params: { id: 'run-1' }, search: { tab: 'changes' } })
  expect(await screen.findByText('No earlier run succeeded.')).toBeDefined()
})

it('says beside a failure what has changed in columns, credentials and servers, by whom and when', async () => {
  const columnChanges = [
    { side: 'source', name: 'tax', is: 'added', type: 'integer' },
    { side: 'source', name: 'note', is: 'removed', before: 'text' },
    { side: 'destination', name: 'qty', is: 'retyped', type: 'smallint', before: 'integer' },
  ] as const
  const failed = stream('orders', { status: 'failed', error: refused, columnChanges })
  const gone = stream('people', { status: 'failed', error: { ...refused, code: 'ENTITY_NOT_FOUND' } })
  const fakes = withRuns(
    aRun({ id: 'run-1' }),
    aRun({ status: 'partially_succeeded', error: refused, streams: [failed, gone, stream('items')] }),
  )
  fakes.runs.sinceGood = {
    goodRunId: 'run-1',
    settings: [
      {
        ...{ version: 3, savedAt: '2026-01-01T09:00:00Z', savedBy: { uid: 'eve', name: 'Eve' }, of: 'integration' },
        connection: { id: 'c', name: 'Shop' },
        changes: [{ path: ['credentials', 'password'], kind: 'changed' }],
      },
    ],
    servers: {
      before: { millrace: '0.1.0', source: 'PostgreSQL 17.2' },
      after: { millrace: '0.1.0', source: 'PostgreSQL 18.0', destination: 'MariaDB 10.11.6' },
    },
  }
  await renderApp(fakes, '/runs/run-2')

  const since = await screen.findByRole('region', { name: 'What changed since the last good run' })
  expect(await within(since).findByText('Credentials of Shop')).toBeDefined()
  expect(since.textContent).toContain('by Eve')
  expect(since.textContent).toContain('tax (integer) is new at the source')
  expect(since.textContent).toContain('note is gone at the source')
  expect(since.textContent).toContain('qty was integer in the target and is now smallint')
  expect(since.textContent).toContain('people: gone at the source')
  expect(since.textContent).toContain('Source: PostgreSQL 17.2 → PostgreSQL 18.0')
  expect(since.textContent).not.toContain('MariaDB')
})

it('is compared with whichever run of its flow is chosen', async () => {
  const user = userEvent.setup()
  const first = aRun({ id: 'run-0', streams: [stream('orders', { rowsRead: 4, rowsWritten: 4 })] })
  const { router } = await renderApp(withRuns(first, aRun({ id: 'run-1' }), aRun()), '/runs/run-2?tab=compare')
  const table = await screen.findByRole('table', { name: 'Compared with the earlier run' })
  expect(table.textContent).toContain('10±0')

  const choice = screen.getByRole('combobox', { name: 'Compare with' })
  await user.selectOptions(choice, within(choice).getAllByRole('option')[2] as HTMLElement)

  expect(await screen.findAllByText('+6')).toHaveLength(2)
  expect(router.state.location.search).toEqual({ tab: 'compare', with: 'run-0' })
})

it('is cancelled after a question, while it goes on', async () => {
  const user = userEvent.setup()
  const { finishedAt: _, ...going } = aRun({ status: 'running' })
  const fakes = withRuns(going)
  await renderApp(fakes, '/runs/run-2')

  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel the run' }))

  expect(await screen.findByText('This run was cancelled')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Run again' })).toBeDefined()
})

it('opens the new run once it is run again', async () => {
  const user = userEvent.setup()
  const fakes = withRuns(aRun())
  const { router } = await renderApp(fakes, '/runs/run-2')

  await user.click(await screen.findByRole('button', { name: 'Run again' }))

  await expect.poll(() => router.state.location.pathname).not.toBe('/runs/run-2')
  expect(router.state.location.pathname).toMatch(/^\/runs\//)
})

it('repeats a dry run as a dry run, because nobody expects rows to be written; running the flow is in its menu', async () => {
  const user = userEvent.setup()
  const fakes = withRuns(aRun({ kind: 'dry-run' }))
  await renderApp(fakes, '/runs/run-2')

  await user.click(await screen.findByRole('button', { name: 'Dry run again' }))
  await expect.poll(() => fakes.runs.dryRuns).toEqual(['flow-1'])
  expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull()
})

it('opens a run of another organization of the person, which becomes active', async () => {
  const organization = new OrganizationStore()
  organization.load([
    { id: 'org-2', name: 'Difference Engines', roles: ['owner'] },
    { id: 'org-1', name: 'Analytical Engines', roles: ['owner'] },
  ])
  await renderApp({ ...withRuns(aRun()), organization }, '/runs/run-2')

  expect(await screen.findByRole('heading', { level: 1, name: /Shop to warehouse/ })).toBeDefined()
  expect(organization.get().active?.id).toBe('org-1')
})

it('says that a run does not exist, with the way back', async () => {
  await renderApp(withRuns(), '/runs/nowhere')

  expect(await screen.findByText('This run does not exist')).toBeDefined()
  expect(screen.getByRole('link', { name: 'See all runs' }).getAttribute('href')).toBe('/runs')
})

it('offers for a deleted flow the trash, and neither another run nor a link into it', async () => {
  const failed = stream('customers', { status: 'failed', error: refused })
  const error = { ...refused, code: 'STEP_FAILED', node: 't1' }
  const run = aRun({ status: 'partially_succeeded', isFlowDeleted: true, error, streams: [stream('orders'), failed] })
  await renderApp(withRuns(run), '/runs/run-2')

  expect(await screen.findByRole('link', { name: 'Look in the trash' })).toBeDefined()
  for (const name of ['Run again', 'Run failed tables again'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-description')).toBe('The flow was deleted')
  expect(screen.queryByRole('link', { name: 'Open the step' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Open the flow' })).toBeNull()
})

it('is approved for an assistant if it is a dry run, and says by whom and until when', async () => {
  const user = userEvent.setup()
  const approval = { by: 'Grace', at: '2026-01-01T10:01:00Z', endsAt: '2026-01-02T10:01:00Z' }
  const ports = withRuns(aRun({ kind: 'dry-run', approval }))
  await renderApp(ports, '/runs/run-2')
  expect((await screen.findByText(/Approved by Grace/)).textContent).toContain('until')
  await user.click(screen.getByRole('button', { name: 'More for this run' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Approve for an assistant' }))
  expect(ports.runs.approved).toEqual(['run-2'])
})

it('says that a dry run was of a file, and offers neither an approval nor another run', async () => {
  const user = userEvent.setup()
  const draft = { file: 'flows/orders.yaml', isNew: true }
  await renderApp(withRuns(aRun({ kind: 'dry-run', isFlowDeleted: true, draft })), '/runs/run-2')
  expect(await screen.findByText('Dry run of flows/orders.yaml')).toBeDefined()
  expect(screen.getByText('Flow only in a file')).toBeDefined()
  expect(screen.queryByText('Deleted flow')).toBeNull()
  expect(screen.getByRole('link', { name: 'Flows as code' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'More for this run' }))
  await screen.findByRole('menuitem', { name: 'Copy link' })
  expect(screen.queryByRole('menuitem', { name: 'Approve for an assistant' })).toBeNull()
})
