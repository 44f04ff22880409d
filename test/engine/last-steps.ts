import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamProgress } from '../../src/engine/move/run/stream-progress.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { sampleOf, TRIES_ALL } from '../support/samples.ts'
import { aggregate, first, join, type Measure, PLAIN, step } from './steps-at-destination-orders.ts'

export interface Ways {
  readonly table?: string
  readonly stream?: Partial<StreamRequest>
}

export const transformationsOf = (steps: readonly Step[], place: 'destination' | 'millrace') => ({
  steps: steps.map((own) => ({ ...own, settings: { ...own.settings, runs_in: place } })),
  salt: 'pepper',
})

type Way = (
  name: 'pushed' | 'through',
  also: { readonly transformations: ReturnType<typeof transformationsOf>; onEvent(event: MoveEvent): void },
) => Promise<{ readonly streams: readonly StreamProgress[] }>

/** Moves a table with its last steps in the destination, as `pushed`, and in Millrace, as `through`. */
export async function lastStepsBothWays(steps: readonly Step[], move: Way) {
  const notes: string[] = []
  const take = (event: MoveEvent) => {
    if (event.kind === 'log' && event.origin === 'step')
      notes.push(inEnglish(event.message).replaceAll(/\d[\d,]*/g, 'n'))
  }
  const there = await move('pushed', { transformations: transformationsOf(steps, 'destination'), onEvent: take })
  const here = await move('through', { transformations: transformationsOf(steps, 'millrace'), onEvent: () => {} })
  return { there: there.streams[0], here: here.streams[0], notes }
}

/** What differs between the two ways: how the rows went, what was compared, and whether the server has counted the table meanwhile. */
const NOT_COMPARED = { target: '', check: null, notes: null, phases: null, bytes: 0, estimatedRows: null }

/** Both ways end in the same way. */
export function expectSameEnd({ there, here }: Awaited<ReturnType<typeof lastStepsBothWays>>): void {
  expect({ ...there, ...NOT_COMPARED }).toEqual({ ...here, ...NOT_COMPARED })
  expect(there?.error).toBeUndefined()
  expect(there?.status).toBe('succeeded')
}

/** The note where Millrace runs them instead. */
export const HERE = 'The destination could not run the last steps here as Millrace does, so Millrace ran them.'

interface LastSteps {
  /** By which columns `npm test` groups, every second from here; by the others it finds equal rows. Of two destinations each tries the other half. */
  readonly half: 0 | 1
  readonly columns: readonly string[]
  readonly measures: readonly Measure[]
  /** Of a column; with all that the destination allows. */
  readonly name: string
  /** How a note calls the check of the rows before the steps. */
  readonly compared: string
  /** Of the comparison. */
  readonly check: object
  /** Both ways end in the same way, and the rows are the same. */
  same(
    steps: readonly Step[],
    ways?: Ways,
  ): Promise<{ readonly there: StreamProgress | undefined; readonly notes: readonly string[] }>
}

/** What every destination does that runs the last steps. */
export function runsTheLastSteps({ half, columns, measures, name, compared, check, same }: LastSteps): void {
  const THERE = `The destination ran the last step. ${compared} before it: n rows.`

  const isGrouped = (at: number) => at % 2 === half

  describe('the destination runs the last steps with the result of Millrace', () => {
    it.each(columns.filter((_, at) => TRIES_ALL || isGrouped(at)))('groups by %s', async (column) => {
      const { there, notes } = await same([aggregate([column], ...measures)])
      expect(there).toMatchObject({ rowsRead: 400, check: { rows: 400, derived: 1, ...check } })
      expect(notes).toEqual([THERE])
    })

    it('one group for all rows, also of an empty table', async () => {
      await same([aggregate([], ...measures)])
      expect((await same([aggregate([], ...measures)], { table: 'empty' })).there?.rowsWritten).toBe(1)
      expect((await same([aggregate(['note'], ...measures)], { table: 'empty' })).there?.rowsWritten).toBe(0)
    })

    it.each(columns.filter((_, at) => TRIES_ALL || !isGrouped(at)))('the first of equal rows by %s', async (column) => {
      const orders = [[column === 'price' ? 'at' : 'price', 'descending'] as const, ['note', 'ascending'] as const]
      expect((await same([PLAIN, first(column, ...orders)])).notes).toContain(THERE)
    })

    // Without an order of its own it is that of the source, whatever the column is.
    it.each(sampleOf(columns, 4))('the first of equal rows by %s in the order of the source', async (column) => {
      await same([PLAIN, first(column)])
    })

    it('partners, and groups of them', async () => {
      await same([PLAIN, join()])
      await same([PLAIN, join({ rows: 'matching' })])
      const groups = aggregate(['name'], ['rows', 'count'], ['born', 'max', 'born'], ['sum', 'sum', 'price'])
      await same([PLAIN, join(), groups])
    })

    it('steps that choose and rename between them', async () => {
      const { notes } = await same([
        PLAIN,
        first('note'),
        step('rename', { columns: [{ column: 'code', to: name }] }),
        step('select', { columns: [name, 'price'] }),
        aggregate([name], ['sum', 'sum', 'price']),
        aggregate([], ['rows', 'count'], ['total', 'sum', 'sum']),
      ])
      expect(notes).toContain(`The destination ran the last n steps. ${compared} before them: n rows.`)
    })

    it('behind steps that the source or Millrace runs', async () => {
      await same([step('filter', { where: 'id % 3 = 0' }), aggregate(['note'], ...measures)])
      await same([
        step('compute', { columns: [{ name: 'loud', expression: 'upper(note)' }] }),
        step('filter', { where: 'length(loud) < 5' }),
        aggregate(['loud'], ['rows', 'count'], ['sum', 'sum', 'price']),
      ])
    })

    it('but not an average', async () => {
      expect((await same([aggregate([], ['mean', 'avg', 'price'])])).notes).toEqual([])
    })
  })
}
