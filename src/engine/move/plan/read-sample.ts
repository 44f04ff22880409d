import { defined } from '../../../core/catalog/defined.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import type { ReadRequest, RowSink, Source } from '../../ports/source.ts'
import { COMMON_TEXT, type Field } from '../../ports/value-type.ts'

export interface Sample {
  /** As common text, in the order of the requested columns; `null` is NULL. */
  readonly rows: readonly (readonly Field[])[]
  /** Whether the entity has more rows. */
  readonly hasMore: boolean
  /** The columns by which the rows come: the key of a table. Absent: in no order that is known. */
  readonly orderedBy?: readonly string[]
}

/**
 * The first rows of an entity: by its key, so that they are the same each time, or in the order of the source. The source is stopped as soon as there are
 * enough, and its opener must close it. @throws ConnectorError, or the signal's reason
 */
export async function readSample(
  source: Source,
  {
    entity,
    columns,
    limit,
    narrowedTo = [],
  }: Pick<ReadRequest, 'entity' | 'columns' | 'narrowedTo'> & { readonly limit: number },
  signal: AbortSignal,
): Promise<Sample> {
  const key = source.orderOfFirst?.(entity) ?? []
  const orderedBy = key.length > 0 ? key : undefined
  const enough = new AbortController()
  const decoder = new RowDecoder({ showsReplacements: true })
  const rows: (readonly Field[])[] = []
  const sink: RowSink = {
    write(frames) {
      for (const row of decoder.push(frames)) if (rows.length <= limit) rows.push(row)
      if (rows.length > limit) enough.abort()
      // Never reports backpressure: a source that waits could not be stopped.
      return true
    },
    drained: async () => {},
  }
  try {
    const request = {
      entity,
      columns,
      format: COMMON_TEXT,
      limit: limit + 1,
      ...defined({ orderedBy, narrowedTo: narrowedTo.length > 0 ? narrowedTo : undefined }),
    }
    await source.read(request, sink, AbortSignal.any([signal, enough.signal]))
  } catch (error) {
    if (signal.aborted || !enough.signal.aborted) throw error
  }
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit, ...defined({ orderedBy }) }
}
