import { defined } from '../../../core/catalog/defined.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import type { FoundTable } from '../../../core/flows/found-table.ts'

/** The tables of these flows that have every word in their names. */
export function tablesOf(flows: readonly Flow[], words: string): readonly FoundTable[] {
  const wanted = words.toLowerCase().split(' ')
  return flows
    .flatMap(({ id, name, config }) =>
      config.streams.map(({ entity, target }) => defined({ entity, target, flow: { id, name } })),
    )
    .filter(({ entity, target = '' }) => wanted.every((word) => `${entity} ${target}`.toLowerCase().includes(word)))
}
