import { defined } from '../catalog/defined.ts'
import type { Flow } from '../flows/flow.ts'
import type { ArrivedTable, ConnectionOverview, TableChange } from './connection-overview.ts'

/** A table of a connection, with the flows that read it or write it. */
export interface UsedTable {
  readonly name: string
  readonly flows: readonly Flow[]
  /** Of its last arrival in any of them. */
  readonly rows?: number
  readonly arrivedAt?: string
}

type Side = 'source' | 'destination'

/** The tables that flows read from a connection or write to it, by name. */
export function usedTables(
  flows: readonly Flow[],
  { id, side }: { readonly id: string; readonly side: Side },
  arrived: ConnectionOverview['tables'],
): readonly UsedTable[] {
  const arrivedOf = Map.groupBy(arrived, ({ flowId }) => flowId)
  const users = new Map<string, { readonly flows: Set<Flow>; newest?: ArrivedTable }>()
  for (const flow of flows) {
    const end = side === 'source' ? flow.sourceConnection : flow.destinationConnection
    if (end?.id !== id) continue
    const { streams } = flow.config
    const moved = arrivedOf.get(flow.id) ?? []
    const byPlace = new Map(moved.map((table) => [placeOf(table), table]))
    // A flow without chosen tables moves every table, and only its runs know which.
    for (const { entity, target = entity } of streams.length > 0 ? streams : moved) {
      const name = side === 'source' ? entity : target
      const user = users.get(name) ?? { flows: new Set() }
      user.flows.add(flow)
      const last = byPlace.get(placeOf({ entity, target }))
      if (last && (last.arrivedAt ?? '') >= (user.newest?.arrivedAt ?? '')) user.newest = last
      users.set(name, user)
    }
  }
  return [...users]
    .map(([name, { flows: own, newest }]) =>
      defined({ name, flows: [...own], rows: newest?.rows, arrivedAt: newest?.arrivedAt }),
    )
    .sort((one, other) => one.name.localeCompare(other.name))
}

const placeOf = ({ entity, target }: Pick<ArrivedTable, 'entity' | 'target'>) => JSON.stringify([entity, target])

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
