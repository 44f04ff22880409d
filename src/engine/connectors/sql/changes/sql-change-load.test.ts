import { expect, it } from 'vitest'
import { RecordedChanges } from '../../../formats/changes/recorded-changes.ts'
import type { RecordedTable } from '../../../ports/change-batch.ts'
import type { LoggedTable } from '../../../ports/change-source.ts'
import { foldChanges } from './fold-changes.ts'
import { SqlChangeLoad } from './sql-change-load.ts'
import type { StateStore, TableState } from './table-state.ts'
import { TableStates } from './table-states.ts'

const moments = { sees: () => false, isAfter: () => true, isReached: () => true }
const table = (...columns: readonly string[]): LoggedTable => ({ name: 't', columns: ['id', ...columns], key: [0] })

function piece(of: LoggedTable, transaction: string, ...rows: readonly string[]): RecordedTable {
  const recorded = new RecordedChanges()
  recorded.begin(transaction)
  for (const row of rows) {
    const bytes = Buffer.from(row)
    recorded.update({ bytes, start: 0, end: bytes.length, unchanged: [] }, undefined)
  }
  return { table: of, bytes: Buffer.from(recorded.bytes) }
}

/** A store that hands out so many pieces at once. */
async function loadWith(waiting: readonly RecordedTable[], atOnce: number) {
  const applied: string[] = []
  const left = [...waiting]
  const states = new Map<string, TableState>([['t', { kind: 'paused', moment: 'copy' }]])
  const store: StateStore = {
    readStates: async () => new Map(states),
    writeState: async () => {},
    forgetStates: async () => {},
    readWaiting: async () => new Map([['t', 1]]),
    addWaiting: async () => {},
    takeWaiting: async () => left.splice(0, atOnce),
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
      commit: async () => void applied.push('commit'),
      rollBack: async () => {},
      boundOf: async () => undefined,
      forgetCopy: async () => {},
      apply: (recorded, application) =>
        foldChanges(recorded, application, async ({ current, table: { columns } }) => {
          applied.push(`${columns.length} columns, ${current.size} rows`)
          return { name: 't', inserted: 0, updated: current.size, deleted: 0, divergent: 0 }
        }),
      addColumns: async () => {},
      forget: async () => {},
      abandon: async () => {},
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
  expect(applied).toEqual(['2 columns, 300 rows', '3 columns, 50 rows', '2 columns, 1 rows', 'commit', 'commit'])
})
