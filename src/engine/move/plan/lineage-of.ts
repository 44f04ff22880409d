import type { Target } from '../../ports/target.ts'
import { withUnderlyingNames } from '../../transform/columns/column-lineage.ts'
import type { StreamLineage } from '../run/move-events.ts'
import type { ResolvedStream } from './resolve-stream.ts'

/** From which columns the target of a stream is made: the ones that its steps have followed, otherwise those of the same name. */
export function lineageOf(
  { entity, drift, steps, request }: ResolvedStream,
  { after }: Pick<Target, 'after'>,
): StreamLineage {
  const own = { entity: entity.name, columns: drift.columns }
  const others = steps?.bound.others ?? []
  const left = steps?.bound.lineage ?? {
    columns: request.columns.map(({ name }) => ({
      name,
      from: [{ entity: entity.name, column: name, way: 'identity' as const }],
    })),
    rows: [],
  }
  // Fields with fixed names get the columns that are mapped to them.
  const fieldsOf = (name: string): readonly string[] => {
    const fields = Object.entries(request.mapping ?? {}).flatMap(([field, column]) => (column === name ? [field] : []))
    return fields.length > 0 ? fields : [name]
  }
  return {
    entity: entity.name,
    target: request.target,
    read: [own, ...others].map((table) => ({ entity: table.entity, columns: table.columns.map(named) })),
    written: (after ?? request.columns).flatMap(({ name, type }) =>
      fieldsOf(name).map((field) => named({ name: field, type })),
    ),
    columns: withUnderlyingNames(left.columns, [own, ...others]).flatMap((column) =>
      fieldsOf(column.name).map((name) => ({ ...column, name })),
    ),
    rows: left.rows,
  }
}

const named = ({ name, type }: { readonly name: string; readonly type: string }) => ({ name, type })
