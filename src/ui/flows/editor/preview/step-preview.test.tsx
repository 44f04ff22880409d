import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, limit, PATIENCE } from '../../../../../test/support/flow-editor.ts'
import type { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryPreferenceStore } from '../../../../adapters/memory/memory-preference-store.ts'
import type { Ports } from '../../../../composition/ports.ts'
import type { Failure } from '../../../../core/failure.ts'
import type { Flow, Transformation } from '../../../../core/flows/flow.ts'
import type { PreviewedStep } from '../../../../core/flows/flow-preview.ts'
import { OrganizationStore } from '../../../../core/organizations/organization-store.ts'
import { fail, ok } from '../../../../core/result.ts'

const ORDERS = {
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'total', type: 'decimal' },
    { name: 'note', type: 'text' },
  ],
  rows: Array.from({ length: 20 }, (_, index) => [String(index), String(index * 10), index === 0 ? null : '']),
}
const filter = (where: string): Transformation => ({ id: 'a', type: 'filter', stream: 'orders', settings: { where } })

/** The editor with an open panel of the step at that position. */
async function atStep(steps: readonly Transformation[], { prepare, changes, ...fakes }: Prepared = {}) {
  const editor = await anEditor(steps, changes, fakes)
  editor.flows.sample = ORDERS
  prepare?.(editor.flows)
  ;(await editor.node(/^Step 1 of/)).focus()
  return editor
}

interface Prepared extends Partial<Ports> {
  readonly changes?: Partial<Flow>
  prepare?(flows: MemoryFlowRepository): void
}

const rowsOf = (name: string) => screen.findByRole('region', { name }, PATIENCE)
const previews = () => screen.queryByRole('heading', { name: 'Preview' })

it('shows rows behind the step, how many stay, and those before it', async () => {
  const { user } = await atStep([filter('total > 170')])

  const after = await rowsOf('Rows after the step')
  expect(within(after).getAllByRole('row')).toHaveLength(3)
  expect(within(after).getByRole('columnheader', { name: /total/ }).textContent?.replace(/\s+/g, ' ')).toBe(
    'total decimal',
  )
  expect(screen.getByText('2 of 20 rows stay')).toBeDefined()

  await user.click(screen.getByRole('radio', { name: 'Before' }))
  expect(within(await rowsOf('Rows before the step')).getAllByRole('row')).toHaveLength(21)
})

it('shows both sides beside each other, and by which key the rows come', async () => {
  const { user } = await atStep([filter('total > 170')], {
    prepare: (flows) => {
      const preview = flows.preview.bind(flows)
      flows.preview = async (...asked) => {
        const result = await preview(...asked)
        return result.ok ? ok({ ...result.value, hasMore: true, orderedBy: ['id'] }) : result
      }
    },
  })
  expect(await screen.findByText('The first 20 rows of orders by id', {}, PATIENCE)).toBeDefined()

  await user.click(screen.getByRole('radio', { name: 'Both' }))
  expect(within(await rowsOf('Rows before the step')).getAllByRole('row')).toHaveLength(21)
  expect(within(await rowsOf('Rows after the step')).getAllByRole('row')).toHaveLength(3)
})

it('tells a missing value from the empty text', async () => {
  await atStep([limit('a', 2)])

  const [, first, second] = within(await rowsOf('Rows after the step')).getAllByRole('row')
  expect(within(first as HTMLElement).getByText('NULL')).toBeDefined()
  expect(within(second as HTMLElement).getByRole('img', { name: 'empty text' })).toBeDefined()
})

it('marks what is new, what has changed and what is left out', async () => {
  const { user } = await atStep([
    { id: 'a', type: 'rename', stream: 'orders', settings: { columns: [{ column: 'total', to: 'amount' }] } },
  ])

  expect(within(await rowsOf('Rows after the step')).getByRole('columnheader', { name: /amount new/ })).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'Before' }))
  expect(
    within(await rowsOf('Rows before the step')).getByRole('columnheader', { name: /total left out/ }),
  ).toBeDefined()
})

it('follows what is typed, and asks once for it', async () => {
  const { user, flows } = await atStep([limit('a', 1)])
  await rowsOf('Rows after the step')
  const asked = flows.previews.length

  await user.type(await screen.findByRole('textbox', { name: 'Number of rows' }, PATIENCE), '0')

  expect(await screen.findByText('10 of 20 rows stay', {}, PATIENCE)).toBeDefined()
  expect(flows.previews).toHaveLength(asked + 1)
})

it('keeps the old rows in sight while new ones come', async () => {
  const { user, flows } = await atStep([limit('a', 1)])
  await rowsOf('Rows after the step')
  const { promise, resolve } = Promise.withResolvers<void>()
  const answer = flows.preview.bind(flows)
  flows.preview = (...asked) => promise.then(() => answer(...asked))

  await user.type(await screen.findByRole('textbox', { name: 'Number of rows' }, PATIENCE), '0')

  await waitFor(
    async () => expect((await rowsOf('Rows after the step')).getAttribute('aria-busy')).toBe('true'),
    PATIENCE,
  )
  resolve()
  await waitFor(
    async () => expect((await rowsOf('Rows after the step')).getAttribute('aria-busy')).toBe('false'),
    PATIENCE,
  )
})

it('says on the node and at the setting why a step cannot be done, and puts the right name in', async () => {
  const error = { message: 'There is no column "totl".', hint: 'Did you mean "total"?', field: 'where' }
  const { user, node, flows, savedSteps } = await atStep([filter('totl > 1')], {
    prepare: ({ stepErrors }) => stepErrors.set('a', error),
  })
  const wrong = 'Keep rows where: There is no column "totl".'

  expect(within(await node(`Step 1 of 1: Filter rows. ${wrong}`)).getByText(wrong)).toBeDefined()
  expect(await screen.findByText('Did you mean "total"?', {}, PATIENCE)).toBeDefined()
  await user.click(await screen.findByRole('radio', { name: 'SQL' }, PATIENCE))
  const where = screen.getByRole('textbox', { name: 'Keep rows where' })
  expect(where.getAttribute('aria-invalid')).toBe('true')

  flows.stepErrors.clear()
  await user.click(screen.getByRole('button', { name: 'Use total' }))
  await expect.poll(async () => (await savedSteps())?.[0]?.settings, PATIENCE).toEqual({ where: 'total > 1' })
  expect(await node('Step 1 of 1: Filter rows')).toBeDefined()
})

it('blames no setting for a server without time, and tries again', async () => {
  const message = 'It takes longer than 30 seconds to try this step.'
  const { user, flows } = await atStep([filter('total > 1')], {
    prepare: ({ stepErrors }) => stepErrors.set('a', { message }),
  })

  expect((await screen.findAllByText(message, {}, PATIENCE)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/does not work with these settings/)).toBeNull()
  flows.stepErrors.clear()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await rowsOf('Rows after the step')
})

it('offers the columns of a query to the steps behind it', async () => {
  const { user, node } = await atStep([
    { id: 'q', type: 'sql', stream: 'orders', settings: { query: 'select * from input' } },
    { id: 's', type: 'select', stream: 'orders', settings: { columns: ['id'] } },
  ])
  await rowsOf('Rows after the step')

  ;(await node(/^Step 2 of 2/)).focus()

  expect(await screen.findByRole('checkbox', { name: 'note' }, PATIENCE)).toBeDefined()
  await user.click(screen.getByRole('checkbox', { name: 'note' }))
})

it('asks for rows of which table where the step is for all of them', async () => {
  const { user, flows } = await atStep([limit('a')])

  await user.selectOptions(await screen.findByLabelText('With rows of', {}, PATIENCE), 'customers')

  await expect.poll(() => flows.previews.at(-1)?.entity, PATIENCE).toBe('customers')
})

it('shows only what comes to a step that is not filled in, and nothing behind it', async () => {
  const { node } = await atStep([filter(''), { ...limit('b'), stream: 'orders' }])

  expect(await rowsOf('Rows before the step')).toBeDefined()
  expect(screen.getByText('Finish its settings first.')).toBeDefined()
  ;(await node(/^Step 2 of 2/)).focus()
  expect(await screen.findByText('Correct step 1 first.', {}, PATIENCE)).toBeDefined()
})

it('is not there on a server that has no previews', async () => {
  const { user, flows } = await atStep([limit('a')])
  await rowsOf('Rows after the step')

  flows.preview = async () => fail({ kind: 'not-offered' })
  await user.type(screen.getByRole('textbox', { name: 'Number of rows' }), '1')

  await waitFor(() => expect(previews()).toBeNull(), PATIENCE)
})

it('says why there is no preview now, and tries again', async () => {
  const failure: Failure = { kind: 'http', status: 503, statusText: '', serverMessage: 'The source is away.' }
  const { user, flows } = await atStep([limit('a')])
  await rowsOf('Rows after the step')
  const answer = flows.preview.bind(flows)
  flows.preview = async () => fail(failure)
  await user.type(screen.getByRole('textbox', { name: 'Number of rows' }), '1')

  expect(await screen.findByText('The source is away.', {}, PATIENCE)).toBeDefined()
  flows.preview = answer
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rowsOf('Rows after the step')).toBeDefined()
})

it('needs the right to change the flow, and says so', async () => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['viewer'] }])
  const { flows } = await atStep([limit('a')], { organization })

  const preview = await screen.findByRole('region', { name: 'Preview' }, PATIENCE)
  expect(within(preview).getByText('Needs at least the role Editor')).toBeDefined()
  expect(flows.previews).toEqual([])
})

it('asks before every look for which the vendor charges', async () => {
  const costs = { id: 'connection-1', name: 'Costs', type: 'aws_cost_explorer_api' }
  const { user, flows } = await atStep([limit('a', 1)], { changes: { sourceConnection: costs } })
  const price = 'The vendor charges about $0.01.'
  const show = async () => user.click(await screen.findByRole('button', { name: 'Show rows' }, PATIENCE))

  expect(await screen.findByText(price, {}, PATIENCE)).toBeDefined()
  expect(flows.previews).toEqual([])
  await show()
  expect(await screen.findByText('1 of 20 rows stay', {}, PATIENCE)).toBeDefined()
  expect(screen.queryByText(price)).toBeNull()

  await user.type(await screen.findByRole('textbox', { name: 'Number of rows' }, PATIENCE), '0')
  expect(await screen.findByText(price, {}, PATIENCE)).toBeDefined()
  expect(flows.previews).toHaveLength(1)
  await show()
  expect(await screen.findByText('10 of 20 rows stay', {}, PATIENCE)).toBeDefined()
  expect(flows.previews).toHaveLength(2)
})

it('shows rows that a condition chooses, says so, and remembers it for the table in this browser', async () => {
  const preferences = new MemoryPreferenceStore()
  const { user, flows } = await atStep([filter('total > 170')], { preferences })
  expect(await screen.findByText(/^All 20 rows of orders/, {}, PATIENCE)).toBeDefined()

  await user.type(screen.getByRole('textbox', { name: 'Only rows where' }), 'id > 18{Enter}')

  expect(await screen.findByText(/^One row of orders where id > 18/, {}, PATIENCE)).toBeDefined()
  expect(screen.getByText('The row stays')).toBeDefined()
  expect(flows.previews.at(-1)?.where).toBe('id > 18')
  expect(preferences.load().previewRows).toContain('id > 18')
})

it('tells at the condition what is wrong with it', async () => {
  const { user, flows } = await atStep([limit('a', 1)])
  await rowsOf('Rows after the step')
  flows.stepErrors.set('where', { message: 'There is no column "totl".', field: 'where' })

  await user.type(screen.getByRole('textbox', { name: 'Only rows where' }), 'totl > 1{Enter}')

  const field = await screen.findByRole(
    'textbox',
    { name: 'Only rows where', description: /no column "totl"/ },
    PATIENCE,
  )
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('region', { name: /^Rows / })).toBeNull()
})

it('strikes rows through that the step leaves out', async () => {
  const { user } = await atStep([filter('total > 170')])
  await rowsOf('Rows after the step')
  await user.click(screen.getByRole('radio', { name: 'Before' }))

  const [, ...rows] = within(await rowsOf('Rows before the step')).getAllByRole('row')
  expect(rows.filter(({ className }) => className.includes('left'))).toHaveLength(18)
})

/** The note under the rows, where the server answered with these steps over the first 20 of many rows. */
async function noteOf(step: Transformation, after: Partial<PreviewedStep>) {
  const source = { id: 'source', columns: ORDERS.columns, rows: ORDERS.rows, rowCount: 20 }
  await atStep([step], {
    prepare: (flows) => {
      flows.preview = async () =>
        ok({ sampled: 20, read: 20, hasMore: true, steps: [source, { ...source, id: 'a', ...after }] })
    },
  })
  return (await screen.findByText(/^20 rows of orders/, {}, PATIENCE)).textContent
}

const JOIN: Transformation = {
  id: 'a',
  type: 'join',
  stream: 'orders',
  settings: { stream: 'customers', rows: 'all', on: [{ column: 'id', other: 'id' }] },
}

it('says how many rows have a partner in the other table, and when not all of that table was looked through', async () => {
  const joined = { stream: 'customers', read: 12, isWhole: true, matched: 12 }
  const whole = await noteOf(JOIN, { joined })
  expect(whole).toContain('; 12 of 20 rows have a partner in customers')
  expect(whole).not.toContain('searched')
  cleanup()

  expect(await noteOf(JOIN, { joined: { ...joined, read: 1_000_000, isWhole: false } })).toContain(
    '; only 1,000,000 rows of customers searched; a run may find more',
  )
})

it.each<[string, Transformation['settings'], string]>([
  ['sort', { by: [{ column: 'id', direction: 'ascending' }] }, 'a run sorts all'],
  ['deduplicate', { by: ['id'] }, 'a run compares all'],
  ['aggregate', { by: ['id'], measures: [{ function: 'count', column: '', name: 'n' }] }, 'a run groups all'],
  ['sql', { query: 'select * from input' }, 'a run queries all'],
  ['filter', { where: 'id = 900' }, 'other rows may meet it: write the condition above'],
])('says of which rows the result of a %s is', async (type, settings, said) => {
  const after = type === 'filter' ? { rows: [], rowCount: 0 } : {}
  expect(await noteOf({ id: 'a', type, stream: 'orders', settings }, after)).toContain(`; ${said}`)
})

it('says where a run does the step, and behind a click why not in the source', async () => {
  const loud: Transformation = {
    id: 'b',
    type: 'compute',
    stream: 'orders',
    settings: { columns: [{ name: 'loud', expression: 'upper(note)' }] },
  }
  const { user, node } = await atStep([filter('total > 170'), loud])
  expect(await screen.findByRole('button', { name: 'Runs in PostgreSQL' }, PATIENCE)).toBeDefined()

  ;(await node(/^Step 2 of/)).focus()
  await user.click(await screen.findByRole('button', { name: 'Runs in Millrace' }, PATIENCE))
  expect(screen.getByRole('dialog').textContent).toBe(
    'PostgreSQL only runs steps that choose, rename, mask and filter.',
  )
})

it('lets people choose that the destination runs a step that combines rows', async () => {
  const groups: Transformation = {
    id: 'a',
    type: 'aggregate',
    stream: 'orders',
    settings: { by: ['id'], measures: [{ function: 'count', column: '', name: 'n' }] },
  }
  const { user } = await atStep([groups])
  await user.click(await screen.findByRole('button', { name: 'Runs in Millrace' }, PATIENCE))

  await user.click(screen.getByRole('radio', { name: 'PostgreSQL (destination)' }))

  expect(await screen.findByRole('button', { name: 'Runs in the destination' }, PATIENCE)).toBeDefined()
  expect(screen.getByRole('dialog').textContent).toContain('Rows are loaded and checked first.')
})
