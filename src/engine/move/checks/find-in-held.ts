import { checkNotExecutable } from '../../connectors/shared/staged-rows-query.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { FindRows, SqlNotation } from '../../ports/staged-query.ts'
import type { Field } from '../../ports/value-type.ts'
import type { BoundOutline } from '../../step-process/messages.ts'
import type { StepProcess } from '../../step-process/step-process.ts'
import { quoteName, quoteText } from '../../transform/duckdb/quote-sql.ts'
import type { HeldRows } from './held-rows.ts'

/** Held rows are queried like the rows of a SQL step. */
export const HELD_NOTATION: SqlNotation = {
  quote: quoteName,
  literal: quoteText,
  asText: (sql) => `CAST(${sql} AS VARCHAR)`,
}

interface HeldStream {
  readonly entity: string
  /** In the order of the fields. */
  readonly columns: readonly SourceColumn[]
  readonly process: StepProcess
  readonly signal: AbortSignal
}

/** Prepares queries over held rows, like those of SQL steps. @throws ConnectorError if a query has an error */
export async function findInHeld(held: HeldRows, queries: readonly string[], stream: HeldStream): Promise<FindRows> {
  const { columns, process, signal } = stream
  const prepared = new Map<string, BoundOutline>()
  for (const query of queries) prepared.set(query, await bindQuery(query, stream))
  return async (query, limit) => {
    const bound = prepared.get(query)
    if (!bound) throw new Error('the query was not announced')
    const names = bound.outline.relations.at(-1)?.relation.columns.map(({ name }) => name) ?? []
    const decoder = new RowDecoder()
    const rows: (readonly Field[])[] = []
    let count = 0
    const readers = {
      main: (wanted: readonly string[], sink: Parameters<HeldRows['read']>[0]) =>
        held.read(
          sink,
          wanted.map((name) => columns.findIndex((column) => column.name === name)),
        ),
      other: () => {
        throw new Error('a check joins no other stream')
      },
    }
    await process.transform({ steps: bound, columns: names, salt: '', signal }, readers, async (frames, found) => {
      count += found
      if (rows.length < limit) rows.push(...decoder.push(frames))
    })
    return { count, columns: names, rows: rows.slice(0, limit) }
  }
}

async function bindQuery(query: string, { entity, columns, process }: HeldStream): Promise<BoundOutline> {
  const step = { id: 'check', type: 'sql', settings: { query } } as const
  const bound = await process.bind({ input: { entity, columns }, steps: [step], others: [], pushable: [], salt: '' })
  const { failure } = bound.outline
  if (failure) throw checkNotExecutable(failure.problem.message, undefined)
  return bound
}
