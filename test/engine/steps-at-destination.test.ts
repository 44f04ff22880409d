import { beforeEach, describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { sampleOf } from '../support/samples.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { expectSameEnd, HERE, lastStepsBothWays, runsTheLastSteps, type Ways } from './last-steps.ts'
import { type Database, moveBetween, run } from './move-between.ts'
import { whatDiffers } from './pushdown-ways.ts'
import { aggregate, COMPARED, first, MEASURES, makeOrders } from './steps-at-destination-orders.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

beforeEach(() => makeOrders(source))

interface MoreWays extends Ways {
  /** The targets are there already. */
  readonly keepsTargets?: boolean
}

/** The targets are in schemas of the names of the ways. */
async function bothWays(steps: readonly Step[], { table = 'orders', stream, keepsTargets = false }: MoreWays = {}) {
  if (!keepsTargets) await run(destination, 'DROP SCHEMA IF EXISTS pushed, through CASCADE')
  return lastStepsBothWays(steps, (schema, also) => {
    const own = { entity: `public.${table}`, target: `${schema}.${table}`, mode: 'replace' as const, ...stream }
    return moveBetween(source, destination, [own], also)
  })
}

async function expectSame(steps: readonly Step[], ways: MoreWays = {}) {
  const both = await bothWays(steps, ways)
  expectSameEnd(both)
  expect(await whatDiffers(destination, [ways.table ?? 'orders'])).toEqual([])
  return both
}

runsTheLastSteps({
  half: 0,
  columns: COMPARED,
  measures: MEASURES,
  name: 'Name "of" a \\ code',
  compared: 'Verified',
  check: { state: 'verified', keys: ['id'] },
  same: expectSame,
})

describe('a target that is kept', () => {
  it('keeps its dependent objects, and its checks see the rows after the steps', async () => {
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
  it.each<[string, Step, Partial<StreamRequest>?]>([
    ['a sum of floating-point numbers', aggregate([], ['sum', 'sum', 'score'])],
    ['text that loses its spaces at the end', aggregate(['padded'], ['rows', 'count'])],
    ['a column in the notation of the source', first('id')],
    ['rows that are appended', aggregate(['note'], ['rows', 'count']), { mode: 'append' }],
    ['rows that may be rejected', aggregate(['note'], ['rows', 'count']), { onInvalid: 'reject' }],
  ])('%s', async (_, last, stream) => {
    expect((await expectSame([last], { ...(stream && { stream }) })).notes).toContain(HERE)
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

  const VALUES = [
    ['price', `'NaN'`],
    ['free', `'Infinity'`],
    ['free', '0.12345678901'],
    ['day', `'0044-03-15 BC'`],
    ['at', `'0044-03-15 BC'`],
    ['moment', `'294260-01-01'`],
  ] as const
  it.each(sampleOf(VALUES, 2))('after a value of %s that steps cannot use: %s', async (column, value) => {
    const change = `UPDATE orders SET ${column} = ${value} WHERE id = 7`
    const error = await both([aggregate([column], ['rows', 'count'])], change)
    expect(error).toMatchObject({ code: 'VALUE_NOT_REPRESENTABLE' })
    expect(error && inEnglish(error.message)).toContain(column)
  })
})
