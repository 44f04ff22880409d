import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import type { RunStatus } from '../../../core/catalog/runs/run-states.ts'
import type { Flow, FlowStream } from '../../../core/flows/flow.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'
import { ok } from '../../../core/result.ts'
import type { RunError, RunStream } from '../../../core/runs/run.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../page/run-page.tsx'
import './failure-mends.tsx'
import './followed-renames.tsx'

const failed = (entity: string, error: RunError): RunStream => ({
  ...{ entity, target: entity, status: 'failed', bytes: 0, error: { ...error, stream: entity } },
  ...{ rowsRead: 0, rowsWritten: 0, rowsFiltered: 0, rowsRejected: 0 },
})

interface World {
  readonly streams: readonly RunStream[]
  readonly settings?: Partial<FlowStream>
  readonly flow?: Partial<Flow>
  readonly status?: RunStatus
}

async function renderRun({ streams, settings = {}, flow = {}, status = 'failed' }: World, fakes: object = {}) {
  const runs = new MemoryRunRepository()
  const [first] = streams
  runs.put('org-1', {
    ...{
      id: 'run-1',
      kind: 'move',
      flowId: 'flow-1',
      flowName: 'Shop',
      status,
      queuedAt: '2026-01-02T10:00:00Z',
      streams,
    },
    ...(first?.error && { error: first.error }),
  })
  const flows = new MemoryFlowRepository()
  const config = { streams: [{ entity: 'public.orders', mode: 'replace' as const, ...settings }], transformations: [] }
  flows.put('org-1', aFlow({ config, ...flow }))
  const connections = new MemoryConnectionRepository()
  for (const name of ['Shop', 'Warehouse'])
    await connections.add('org-1', { name, type: 'postgres', capability: 'both', integrationId: 'i', config: {} })
  const app = await renderApp({ runs, flows, connections, ...fakes }, '/runs/run-1')
  return { ...app, flows, runs }
}

const newColumn: RunError = {
  code: 'SCHEMA_CHANGED',
  message: 'The columns of public.orders have changed since the last run: "tax" was added.',
  side: 'source',
  columns: [{ name: 'tax', is: 'added', type: 'integer' }],
}
const narrow: RunError = {
  code: 'TARGET_MISMATCH',
  message: 'The table public.orders does not fit.',
  side: 'destination',
  columns: [{ name: 'note', is: 'narrow', type: 'text', before: 'character varying(5)' }],
}
const unlike: RunError = {
  code: 'TARGET_MISMATCH',
  message: 'The table public.orders does not fit.',
  side: 'destination',
}
const denied: RunError = {
  code: 'PERMISSION_MISSING',
  message: 'permission denied for table orders',
  side: 'source',
  account: 'reader',
  object: { kind: 'table', schema: 'public', name: 'orders' },
}

describe('beside a failure', () => {
  it('a change of the flow is shown as a difference, becomes a new version, and the flow runs again at once', async () => {
    const user = userEvent.setup()
    const { flows } = await renderRun({
      streams: [failed('public.orders', newColumn)],
      settings: { drift: 'stop' },
    })

    const alert = await screen.findByRole('alert')
    await user.click(await within(alert).findByRole('button', { name: 'Take the new columns: tax' }))
    const dialog = await screen.findByRole('dialog', { name: 'Take the new columns: tax' })
    expect(dialog.textContent).toContain('The target gets new columns')
    expect(within(dialog).getByRole('list', { name: 'Changes' }).textContent).toContain(
      'Schema changes from The run stops to The destination follows the changes',
    )
    expect((await flows.get('org-1', 'flow-1')) as unknown).toMatchObject({ value: { version: 1 } })

    await user.click(within(dialog).getByRole('button', { name: 'Save as a new version' }))
    expect(await within(dialog).findByText(/Saved as version 2/)).toBeDefined()
    expect((await flows.get('org-1', 'flow-1')) as unknown).toMatchObject({
      value: { version: 2, config: { streams: [{ entity: 'public.orders', drift: 'follow' }] } },
    })

    await user.click(within(dialog).getByRole('button', { name: 'Run again' }))
    expect(flows.keys).toHaveLength(1)
  })

  it('a table that cannot fit gets another name, and the flow runs again at once', async () => {
    const user = userEvent.setup()
    const { flows } = await renderRun({ streams: [failed('public.orders', unlike)] })
    await user.click(await screen.findByRole('button', { name: 'Create public.orders again' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create public.orders again' }))
    await dialog.findByText(flows.targetChange.statement)
    await user.click(dialog.getByRole('button', { name: 'Rename the table' }))

    await user.click(await dialog.findByRole('button', { name: 'Run again' }))
    expect(flows.targetChanges).toMatchObject([{ entity: 'public.orders', again: true }])
    expect(flows.keys).toHaveLength(1)
  })

  it('new columns are taken for one run, and the flow stays as it is', async () => {
    const user = userEvent.setup()
    const { flows, runs, router } = await renderRun({
      streams: [failed('public.orders', newColumn)],
      settings: { drift: 'stop' },
    })
    await user.click(await screen.findByRole('button', { name: 'Take the new columns: tax' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Only for one run' }))

    await expect.poll(() => router.state.location.pathname).toBe('/runs/retry-of-run-1')
    expect(runs.tookNewColumns).toEqual(['run-1'])
    expect((await flows.get('org-1', 'flow-1')) as unknown).toMatchObject({ value: { version: 1 } })
  })

  it('a flow that a file owns is not changed, and its difference is shown for the file', async () => {
    const user = userEvent.setup()
    await renderRun({
      streams: [failed('public.orders', newColumn)],
      settings: { drift: 'stop' },
      flow: { codeFile: 'flows/shop.yaml' },
    })
    await user.click(await screen.findByRole('button', { name: 'Take the new columns: tax' }))
    const dialog = await screen.findByRole('dialog')
    const save = within(dialog).getByRole('button', { name: 'Save as a new version' })
    expect(save.getAttribute('aria-disabled')).toBe('true')
    expect(save.getAttribute('aria-description')).toBe('Owned by flows/shop.yaml')
    expect(within(dialog).getByRole('list', { name: 'Changes' })).toBeDefined()
    const once = within(dialog).getByRole('button', { name: 'Only for one run' })
    expect(once.getAttribute('aria-disabled')).not.toBe('true')
  })

  it('a position is forgotten only after it is said what that means, and the flow runs again at once', async () => {
    const user = userEvent.setup()
    const gone: RunError = { code: 'DATA_GONE', message: 'The rows are gone.', side: 'source' }
    const { flows } = await renderRun({ streams: [failed('public.orders', gone)] })
    const forgotten: string[] = []
    flows.resetStream = async (_organization, _flow, entity) => {
      forgotten.push(entity)
      return ok(undefined)
    }
    await user.click(await screen.findByRole('button', { name: 'Read from the beginning' }))
    const dialog = await screen.findByRole('dialog', { name: 'Read from the beginning' })
    expect(dialog.textContent).toContain('The next run reads all of “public.orders”')
    expect(forgotten).toEqual([])

    await user.click(within(dialog).getByRole('button', { name: 'Read from the beginning' }))
    expect(await within(dialog).findByText('The next run reads from the beginning.')).toBeDefined()
    expect(forgotten).toEqual(['public.orders'])
    await user.click(within(dialog).getByRole('button', { name: 'Run again' }))
    expect(flows.keys).toHaveLength(1)
  })

  it('a failure that may pass is run again with one click, without a question', async () => {
    const user = userEvent.setup()
    const busy: RunError = { code: 'OBJECT_IN_USE', message: 'Somebody holds a lock.', side: 'destination' }
    const { flows } = await renderRun({ streams: [failed('public.orders', busy)] })
    const alert = await screen.findByRole('alert')
    await user.click(await within(alert).findByRole('button', { name: 'Run again' }))

    expect(flows.keys).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('after a run in which other tables arrived, only those that failed run again', async () => {
    const user = userEvent.setup()
    const arrived = { ...failed('public.items', denied), status: 'succeeded', error: undefined } as unknown as RunStream
    const { runs } = await renderRun({
      streams: [failed('public.orders', newColumn), arrived],
      settings: { drift: 'stop' },
    })
    await user.click(await screen.findByRole('button', { name: 'Leave new columns out' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Save as a new version' }))
    await user.click(await within(dialog).findByRole('button', { name: 'Run failed tables again' }))

    await expect.poll(() => runs.retried).toEqual(['run-1'])
  })

  it('a flow that somebody else has changed meanwhile is not overwritten', async () => {
    const user = userEvent.setup()
    const { flows } = await renderRun({ streams: [failed('public.orders', newColumn)], settings: { drift: 'stop' } })
    await user.click(await screen.findByRole('button', { name: 'Leave new columns out' }))
    const dialog = await screen.findByRole('dialog')
    await flows.update('org-1', 'flow-1', { name: 'Renamed' })

    await user.click(within(dialog).getByRole('button', { name: 'Save as a new version' }))
    expect(await within(dialog).findByRole('alert')).toBeDefined()
    expect((await flows.get('org-1', 'flow-1')) as unknown).toMatchObject({
      value: { name: 'Renamed', config: { streams: [{ drift: 'stop' }] } },
    })
  })

  it('a change of the target shows its exact statement, and executes this one', async () => {
    const user = userEvent.setup()
    const { flows } = await renderRun({ streams: [failed('public.orders', narrow)] })

    await user.click(await screen.findByRole('button', { name: 'Widen “note” to text' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('ALTER TABLE public.orders ALTER COLUMN note TYPE text')).toBeDefined()
    expect(flows.targetChanges).toEqual([])

    await user.click(within(dialog).getByRole('button', { name: 'Change the table' }))
    expect(await within(dialog).findByText('public.orders was changed.')).toBeDefined()
    expect(flows.targetChanges).toEqual([
      { entity: 'public.orders', statement: 'ALTER TABLE public.orders ALTER COLUMN note TYPE text' },
    ])
    expect(within(dialog).getByRole('button', { name: 'Run again' })).toBeDefined()
  })

  it('a text to copy has the names of this error', async () => {
    const user = userEvent.setup()
    await renderRun({ streams: [failed('public.orders', denied)] })

    await user.click(await screen.findByRole('button', { name: 'Copy the GRANT' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('GRANT SELECT ON "public"."orders" TO "reader";')
    await user.click(within(dialog).getByRole('button', { name: 'Copy: Text' }))
    expect(await navigator.clipboard.readText()).toContain('GRANT SELECT ON "public"."orders" TO "reader";')
  })

  it('each table that failed has its own, and the run has none', async () => {
    await renderRun({
      streams: [failed('public.orders', denied), failed('public.items', denied)],
      flow: { config: { streams: [], transformations: [] } },
    })

    const tables = await screen.findByRole('table', { name: 'Tables' })
    expect(await within(tables).findAllByRole('button', { name: 'Copy the GRANT' })).toHaveLength(2)
    expect(within(screen.getByRole('alert')).queryByRole('button', { name: 'Copy the GRANT' })).toBeNull()
  })

  it('nothing is offered once the flow has succeeded again', async () => {
    await renderRun({
      streams: [failed('public.orders', { ...denied, fix: 'permission', connectionId: 'connection-1' })],
      flow: { lastRun: { id: 'run-2', status: 'succeeded' } },
    })

    await screen.findByRole('link', { name: 'Test “Shop”' })
    expect(screen.queryByRole('button', { name: 'Copy the GRANT' })).toBeNull()
  })

  it('who may not edit flows sees what would help, and why it is not theirs to do', async () => {
    const organization = new OrganizationStore()
    organization.load([{ id: 'org-1', name: 'Acme', roles: ['viewer'] }])
    await renderRun({ streams: [failed('public.orders', narrow)] }, { organization })

    const button = await screen.findByRole('button', { name: 'Widen “note” to text' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.getAttribute('aria-description')).toContain('Needs at least the role')
  })

  it.each(['viewer', 'runner'])(
    'a %s sees so, too, where a column is gone that the source cannot be asked about',
    async (role) => {
      const organization = new OrganizationStore()
      organization.load([{ id: 'org-1', name: 'Acme', roles: [role] }])
      const text = (name: string) => ({ name, type: 'text' })
      const flows = new MemoryFlowRepository()
      flows.known = [{ name: 'public.orders', columns: [{ name: 'id', type: 'bigint' }, text('note'), text('fee')] }]
      const gone: RunError = {
        code: 'SCHEMA_CHANGED',
        message: 'public.orders no longer has the columns fee.',
        side: 'source',
        columns: [{ name: 'fee', is: 'removed' }],
      }
      const changes = [
        { name: 'fee', is: 'removed', side: 'source', before: 'text' },
        { name: 'charge', is: 'added', side: 'source', type: 'text' },
      ] as const
      const columns = ['id', 'fee', 'note']
      flows.put(
        'org-1',
        aFlow({
          config: { streams: [{ entity: 'public.orders', mode: 'replace', columns }], transformations: [] },
          lastRun: { id: 'run-1', status: 'failed' },
        }),
      )
      await renderRun(
        { streams: [{ ...failed('public.orders', gone), columnChanges: changes }] },
        { organization, flows },
      )

      for (const name of ['Use “charge” instead of “fee”', 'Leave out “fee”']) {
        const button = await screen.findByRole('button', { name })
        expect(button.getAttribute('aria-disabled')).toBe('true')
        expect(button.getAttribute('aria-description')).toBe('Needs at least the role Editor')
      }
    },
  )

  it('and no mend is made up for a table that never arrived', async () => {
    const organization = new OrganizationStore()
    organization.load([{ id: 'org-1', name: 'Acme', roles: ['viewer'] }])
    const gone: RunError = { code: 'ENTITY_NOT_FOUND', message: 'The source has no public.orders.', side: 'source' }
    await renderRun({ streams: [failed('public.orders', gone)] }, { organization })

    expect((await screen.findByRole('alert')).textContent).toContain('The source has no public.orders.')
    expect(screen.queryByRole('button', { name: /“public.orders”/ })).toBeNull()
  })
})

it('a column that was renamed while the destination followed gets its name back, although nothing failed', async () => {
  const user = userEvent.setup()
  const { error: _none, ...table } = failed('public.orders', newColumn)
  const arrived: RunStream = {
    ...table,
    status: 'succeeded',
    renamedColumns: [{ name: 'fee', to: 'charge' }],
  }
  const { flows } = await renderRun({ streams: [arrived], status: 'succeeded', settings: { mode: 'append' } })

  expect(await screen.findByText('A column was probably renamed at the source')).toBeDefined()
  const name = 'Use “charge” instead of “fee”'
  await user.click(screen.getByRole('button', { name }))
  const dialog = await screen.findByRole('dialog', { name })
  expect(dialog.textContent).toContain('brings “charge” into “fee” again')
  expect(within(dialog).getByText('UPDATE "public"."orders" SET "fee" = "charge" WHERE "fee" IS NULL;')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Save as a new version' }))

  expect(await within(dialog).findByText(/Saved as version 2/)).toBeDefined()
  expect((await flows.get('org-1', 'flow-1')) as unknown).toMatchObject({
    value: { config: { transformations: [{ type: 'rename', stream: 'public.orders' }] } },
  })
  expect(screen.queryByRole('button', { name })).toBeNull()
})
