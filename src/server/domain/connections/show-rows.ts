import { defined } from '../../../core/catalog/defined.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import { readSample } from '../../../engine/move/plan/read-sample.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { Source } from '../../../engine/ports/source.ts'
import { inspectSource, refuseMissing } from './inspect-source.ts'
import type { OpenedConnection } from './open-endpoint.ts'
import { shownValue } from './shown-value.ts'

export interface ShownRows {
  readonly columns: { readonly name: string; readonly type: string }[]
  readonly rows: (string | null)[][]
  readonly hasMore: boolean
  /** The columns by which they come: the key of the table. Absent: in no order that is known. */
  readonly orderedBy?: readonly string[]
  readonly notes: Sentence[]
}

/** The first rows of an entity, unchanged, at most a hundred. @throws ConnectorError, RequestError */
export const showRows = (opened: OpenedConnection, entity: string, context: ConnectorContext): Promise<ShownRows> =>
  inspectSource(opened, { entity, field: 'entity' }, context, (source, signal) => rowsOf(source, entity, signal))

async function rowsOf(source: Source, name: string, signal: AbortSignal): Promise<ShownRows> {
  const entity = (await source.entities([name]))[0] ?? (await refuseMissing(source, name, 'entity'))
  const columns = entity.columns.map(({ name: column }) => column)
  const { rows, hasMore, orderedBy } = await readSample(source, { entity, columns, limit: 100 }, signal)
  return {
    columns: entity.columns.map((column) => ({ name: column.name, type: column.type })),
    rows: rows.map((row) => row.map(shownValue)),
    hasMore,
    ...defined({ orderedBy }),
    notes: [...(entity.warning === undefined ? [] : [entity.warning]), ...(source.notes?.() ?? [])],
  }
}
