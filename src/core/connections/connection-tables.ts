import type { Flow } from '../flows/flow.ts'
import type { ConnectionOverview, TableChange } from './connection-overview.ts'

/** A table of a connection, with the flows that read it or write it. */
export interface UsedTable {
  readonly name: string
  readonly flows: readonly Flow[]
}

type Side = 'source' | 'destination'

/** The tables that flows read from a connection or write to it, by name. */
export function usedTables(
  flows: readonly Flow[],
  { id, side }: { readonly id: string; readonly side: Side },
  whole: ConnectionOverview['tables'],
): readonly UsedTable[] {
  const wholeOf = Map.groupBy(whole, ({ flowId }) => flowId)
  const users = new Map<string, Set<Flow>>()
  for (const flow of flows) {
    const end = side === 'source' ? flow.sourceConnection : flow.destinationConnection
    if (end?.id !== id) continue
    const { streams } = flow.config
    for (const { entity, target = entity } of streams.length > 0 ? streams : (wholeOf.get(flow.id) ?? [])) {
      const name = side === 'source' ? entity : target
      users.set(name, (users.get(name) ?? new Set()).add(flow))
    }
  }
  return [...users]
    .map(([name, own]) => ({ name, flows: [...own] }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** A change of a table, told once for all runs that found it. */
export interface FoundChange {
  /** The newest of them. */
  readonly change: TableChange
  readonly flows: readonly { readonly id: string; readonly name: string }[]
}

/** The newest first. */
export function foundChanges(
  changes: readonly TableChange[],
  nameOf: (change: TableChange) => string,
): readonly FoundChange[] {
  const same = Map.groupBy(changes, (change) => JSON.stringify([nameOf(change), change.columns]))
  return [...same.values()].flatMap(([change, ...earlier]) =>
    change
      ? [
          {
            change,
            flows: [
              ...new Map([change, ...earlier].map(({ flowId: id, flowName: name }) => [id, { id, name }])).values(),
            ],
          },
        ]
      : [],
  )
}
