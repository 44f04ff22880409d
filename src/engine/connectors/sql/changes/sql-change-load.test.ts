import { expect, it } from 'vitest'
import { sentence } from '../../../../core/catalog/sentence.ts'
import { RecordedChanges } from '../../../formats/changes/recorded-changes.ts'
import type { RecordedTable } from '../../../ports/change-batch.ts'
import type { LoggedTable } from '../../../ports/change-source.ts'
import { TableFailure } from '../../../ports/table-failure.ts'
import type { ChangeSession } from './change-session.ts'
import { foldChanges } from './fold-changes.ts'
import { SqlChangeLoad } from './sql-change-load.ts'
import type { StateStore, TableState } from './table-state.ts'
import { TableStates } from './table-states.ts'

const moments = { sees: () => false, isAfter: () => true, isReached: () => true }
const table = (...columns: readonly string[]): LoggedTable => ({ name: 't', columns: ['id', ...columns], key: [0] })
const named = (name: string): LoggedTable => ({ ...table('a'), name })

function piece(of: LoggedTable, transaction: string, ...rows: readonly string[]): RecordedTable {
  const recorded = new RecordedChanges()
  recorded.begin(transaction)
  for (const row of rows) {
    const bytes = Buffer.from(row)
    recorded.update({ bytes, start: 0, end: bytes.length, unchanged: [] }, undefined)
  }
  return { table: of, bytes: Buffer.from(recorded.bytes) }
}

interface Given {
  readonly states: Readonly<Record<string, TableState>>
  readonly session?: Partial<ChangeSession>
}

/** A store that hands out so many pieces of a table at once. */
async function loadWith(
  waiting: readonly RecordedTable[],
  atOnce: number,
  { states: given, session }: Given = { states: { t: { kind: 'paused', moment: 'copy' } } },
) {
  const applied: string[] = []
  const states = new Map(Object.entries(given))
  let open = new Map(states)
  let [left, kept] = [[...waiting], [...waiting]]
  const store: StateStore = {
    readStates: async () => new Map(states),
    writeState: async (entity, state) => void open.set(entity, state),
    forgetStates: async () => {},
    readWaiting: async () => new Map([...states.keys()].map((entity) => [entity, 1])),
    addWaiting: async () => {},
    takeWaiting: async (entity) => {
      const taken = left.filter(({ table: { name } }) => name === entity).slice(0, atOnce)
      left = left.filter((one) => !taken.includes(one))
      return taken
    },
    forgetWaiting: async () => {},
  }
  const request = { fence: { flowId: 'f', runId: 'r', epoch: 1n }, schema: 's', targets: new Map(), moments }
  const read = new TableStates(store, request)
  await read.read()
  const load = new SqlChangeLoad(request, {
    position: '1',
    states: read,
    explain: (error) => error as Error,
    session: {
      begin: async () => {},
      commit: async () => {
        applied.push('commit')
        for (const [entity, state] of open) states.set(entity, state)
        kept = [...left]
      },
      rollBack: async () => {
        open = new Map(states)
        left = [...kept]
      },
      boundOf: async () => undefined,
      forgetCopy: async () => {},
      apply: (recorded, application) =>
        foldChanges(recorded, application, async ({ current, table: { name, columns } }) => {
          applied.push(`${name}: ${columns.length} columns, ${current.size} rows`)
          return { name, inserted: 0, updated: current.size, deleted: 0, divergent: 0 }
        }),
      addColumns: async () => [],
      forget: async () => {},
      abandon: async () => {},
      ...session,
    },
  })
  return { load, applied }
}

it('many small changes that wait are applied together, in their order, as long as the table has the same columns', async () => {
  const [narrow, wide] = [table('a'), table('a', 'b')]
  const waiting = [
    ...Array.from({ length: 900 }, (_, n) => piece(narrow, String(n), `${n % 300}\t${n}`)),
    ...Array.from({ length: 50 }, (_, n) => piece(wide, `w${n}`, `${n}\tx\ty`)),
    piece(narrow, 'last', '1\tz'),
  ]
  const { load, applied } = await loadWith(waiting, 10_000)
  await load.resume('t')
  expect(applied).toEqual([
    't: 2 columns, 300 rows',
    't: 3 columns, 50 rows',
    't: 2 columns, 1 rows',
    'commit',
    'commit',
  ])
})

const COPIES = ['a', 'b', 'c'].map((entity) => ({ entity, moment: 'copy', until: '2' }))
const WAITING = Object.fromEntries(COPIES.map(({ entity }) => [entity, { kind: 'copying', since: '1' } as const]))
const PIECES = COPIES.map(({ entity }) => piece(named(entity), 'x', '1\tz'))

it('tables whose copies have arrived follow them in one transaction, and what waits for all of them is applied in one', async () => {
  const { load, applied } = await loadWith(PIECES, 10, { states: WAITING })
  const followed = await load.follow(COPIES)
  expect(followed.map(({ entity, applied: tables }) => [entity, tables.length])).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ])
  expect(applied.filter((what) => what === 'commit')).toHaveLength(3)
  expect([...load.waiting, ...load.draining]).toEqual([])
})

it('a copy whose place another one may take, and one that cannot get what waits, do not keep the others from following', async () => {
  const failureOf = (entity: string) =>
    new TableFailure(entity, { code: 'INTERNAL', message: sentence`It is refused.`, retryable: false })
  const { load } = await loadWith(PIECES, 10, {
    states: WAITING,
    session: {
      overtaken: async () => [failureOf('a')],
      apply: async ({ table: { name } }) => {
        if (name === 'b') throw failureOf('b')
        return { name, inserted: 1, updated: 0, deleted: 0, divergent: 0 }
      },
    },
  })
  const followed = await load.follow(COPIES)
  expect(followed.map(({ entity, applied, failure }) => [entity, applied.length, failure?.entity])).toEqual([
    ['a', 0, 'a'],
    ['b', 0, 'b'],
    ['c', 1, undefined],
  ])
  expect([...load.draining]).toEqual(['a', 'b'])
})
