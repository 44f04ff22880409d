import { beforeEach, describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { contextWith, type Database, endpointOf, nextFence, run } from './move-between.ts'
import { whatDiffers } from './pushdown-ways.ts'
import { aggregate, COMPARED, first, join, MEASURES, makeOrders, PLAIN, step } from './steps-at-destination-orders.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

beforeEach(() => makeOrders(source))

interface Ways {
  readonly table?: string
  readonly stream?: Partial<StreamRequest>
  /** The targets are there already. */
  readonly keepsTargets?: boolean
}

/** Moves a table with its last steps in the destination, into the schema `pushed`, and in Millrace, into `through`. */
async function bothWays(steps: readonly Step[], { table = 'orders', stream, keepsTargets = false }: Ways = {}) {
  if (!keepsTargets) await run(destination, 'DROP SCHEMA IF EXISTS pushed, through CASCADE')
  const notes: string[] = []
  const way = async (schema: 'pushed' | 'through') => {
    const place = schema === 'pushed' ? 'destination' : 'millrace'
    const { streams } = await move({
      stepProcesses: keptStepProcesses,
      source: { connector: postgresConnector, endpoint: endpointOf(source) },
      destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
      streams: [{ entity: `public.${table}`, target: `${schema}.${table}`, mode: 'replace', ...stream }],
      transformations: {
        steps: steps.map((own) => ({ ...own, settings: { ...own.settings, runs_in: place } })),
        salt: 'pepper',
      },
      fence: nextFence(),
      context: contextWith(),
      onEvent: (event) => {
        if (event.kind === 'log' && event.origin === 'step' && schema === 'pushed')
          notes.push(inEnglish(event.message).replaceAll(/\d[\d,]*/g, 'n'))
      },
    })
    return streams[0]
  }
  const [there, here] = [await way('pushed'), await way('through')]
  return { there, here, notes }
}

const THERE = 'The destination ran the last step. Verified before it: n rows.'

/** What differs between the two ways: how the rows went, and what was compared. */
const NOT_COMPARED = { target: '', check: null, notes: null, phases: null, bytes: 0 }

/** Both ways end in the same way, and the rows are the same byte by byte. */
async function expectSame(steps: readonly Step[], ways: Ways = {}) {
  const { there, here, notes } = await bothWays(steps, ways)
  expect({ ...there, ...NOT_COMPARED }).toEqual({ ...here, ...NOT_COMPARED })
  expect(there?.status).toBe('succeeded')
  expect(await whatDiffers(destination, [ways.table ?? 'orders'])).toEqual([])
  return { there, notes }
}

describe('the destination runs the last steps with the result of Millrace', () => {
  it.each(COMPARED)('groups by %s', async (column) => {
    const { there, notes } = await expectSame([aggregate([column], ...MEASURES)])
    expect(there).toMatchObject({ rowsRead: 400, check: { state: 'verified', rows: 400, keys: ['id'], derived: 1 } })
    expect(notes).toEqual([THERE])
  })

  it('one group for all rows, also of an empty table', async () => {
    await expectSame([aggregate([], ...MEASURES)])
    expect((await expectSame([aggregate([], ...MEASURES)], { table: 'empty' })).there?.rowsWritten).toBe(1)
    expect((await expectSame([aggregate(['note'], ...MEASURES)], { table: 'empty' })).there?.rowsWritten).toBe(0)
  })

  it.each(COMPARED)('the first of equal rows by %s', async (column) => {
    const orders = [[column === 'price' ? 'at' : 'price', 'descending'] as const, ['note', 'ascending'] as const]
    expect((await expectSame([PLAIN, first(column, ...orders)])).notes).toContain(THERE)
    await expectSame([PLAIN, first(column)])
  })

  it('partners, and groups of them', async () => {
    await expectSame([PLAIN, join()])
    await expectSame([PLAIN, join({ rows: 'matching' })])
    await expectSame([
      PLAIN,
      join(),
      aggregate(['name'], ['rows', 'count'], ['born', 'max', 'born'], ['sum', 'sum', 'price']),
    ])
  })

  it('steps that choose and rename between them', async () => {
    const steps = [
      PLAIN,
      first('note'),
      step('rename', { columns: [{ column: 'code', to: 'Name "of" a \\ code' }] }),
      step('select', { columns: ['Name "of" a \\ code', 'price'] }),
      aggregate(['Name "of" a \\ code'], ['sum', 'sum', 'price']),
      aggregate([], ['rows', 'count'], ['total', 'sum', 'sum']),
    ]
    const { notes } = await expectSame(steps)
    expect(notes).toContain('The destination ran the last n steps. Verified before them: n rows.')
  })

  it('behind steps that the source or Millrace runs', async () => {
    await expectSame([step('filter', { where: 'id % 3 = 0' }), aggregate(['note'], ...MEASURES)])
    await expectSame([
      step('compute', { columns: [{ name: 'loud', expression: 'upper(note)' }] }),
      step('filter', { where: 'length(loud) < 5' }),
      aggregate(['loud'], ['rows', 'count'], ['sum', 'sum', 'price']),
    ])
  })

  it('into a table that keeps its dependent objects, and its checks see the rows after the steps', async () => {
    for (const schema of ['pushed', 'through'])
      await run(
        destination,
        `CREATE SCHEMA ${schema}`,
        `CREATE TABLE ${schema}.orders (note text, rows numeric, sum numeric)`,
        `CREATE VIEW ${schema}.v AS SELECT * FROM ${schema}.orders`,
      )
    const checks = [{ id: 'few', type: 'unique', severity: 'fail', columns: ['note'] }] as const
    const steps = [aggregate(['note'], ['rows', 'count'], ['sum', 'sum', 'price'])]
    const { there } = await expectSame(steps, { stream: { checks }, keepsTargets: true })
    expect(there?.dataChecks).toMatchObject([{ id: 'few', state: 'passed' }])
  })
})

describe('Millrace runs the last steps where the destination could have another result', () => {
  const HERE = 'The destination could not run the last steps here as Millrace does, so Millrace ran them.'

  it.each<[string, Step, Partial<StreamRequest>?]>([
    ['a sum of floating-point numbers', aggregate([], ['sum', 'sum', 'score'])],
    ['text that loses its spaces at the end', aggregate(['padded'], ['rows', 'count'])],
    ['a column in the notation of the source', first('id')],
    ['rows that are appended', aggregate(['note'], ['rows', 'count']), { mode: 'append' }],
    ['rows that may be rejected', aggregate(['note'], ['rows', 'count']), { onInvalid: 'reject' }],
  ])('%s', async (_, last, stream) => {
    expect((await expectSame([last], { ...(stream && { stream }) })).notes).toContain(HERE)
  })

  it('an average', async () => {
    expect((await expectSame([aggregate([], ['mean', 'avg', 'price'])])).notes).toEqual([])
  })
})

describe('nothing is put in place', () => {
  /** After a run that succeeded. */
  const both = async (steps: readonly Step[], change: string) => {
    const before = (await bothWays(steps)).there?.rowsWritten
    await run(source, change)
    const { there, here } = await bothWays(steps, { keepsTargets: true })
    expect([there?.status, here?.status]).toEqual(['failed', 'failed'])
    const [left] = await run(destination, 'SELECT count(*) FROM pushed.orders')
    expect(Number(left?.['count'])).toBe(before)
    expect(await whatDiffers(destination, ['orders'])).toEqual([])
    return there?.error
  }

  it('after a sum of more digits than Millrace has', async () => {
    await run(source, 'ALTER TABLE orders ADD huge numeric(38,0)')
    const error = await both([aggregate([], ['all', 'sum', 'huge'])], `UPDATE orders SET huge = ${'9'.repeat(38)}`)
    expect(error?.code).toBe('VALUE_REFUSED')
  })

  it.each([
    ['price', `'NaN'`],
    ['free', `'Infinity'`],
    ['free', '0.12345678901'],
    ['day', `'0044-03-15 BC'`],
    ['at', `'0044-03-15 BC'`],
    ['moment', `'294260-01-01'`],
  ])('after a value of %s that steps cannot use: %s', async (column, value) => {
    const change = `UPDATE orders SET ${column} = ${value} WHERE id = 7`
    const error = await both([aggregate([column], ['rows', 'count'])], change)
    expect(error).toMatchObject({ code: 'VALUE_NOT_REPRESENTABLE' })
    expect(error && inEnglish(error.message)).toContain(column)
  })
})
