import type { DuckDBConnection } from '@duckdb/node-api'

import { bindParameters } from '../duckdb/query-runner.ts'
import type { LoadedStream } from '../steps/bind-steps.ts'
import type { Batch } from './batch-sink.ts'
import { batchParameters, loadStatement } from './batch-statement.ts'
import { cutRows } from './cut-rows.ts'

/** @returns loads batches of rows with all columns into the table of a stream */
export async function loadRows(
  connection: DuckDBConnection,
  stream: LoadedStream,
  query: (work: () => Promise<unknown>) => Promise<unknown>,
): Promise<(batch: Batch) => Promise<void>> {
  const fields = stream.columns.map((_, field) => field)
  const given = new Map(fields.map((field) => [field, field]))
  const statement = await connection.prepare(loadStatement(stream, fields))
  return async (batch) => {
    bindParameters(statement, { ...batchParameters(cutRows(batch, fields.length), given), before: batch.before })
    await query(() => statement.run())
  }
}
