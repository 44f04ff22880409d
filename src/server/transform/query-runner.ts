import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'

import { BEFORE, LINES } from './batch-statement.ts'
import { SALT } from './mask-column.ts'

/** How often a query that is to end is told so: one that has not begun yet does not hear it. In milliseconds. */
const INTERRUPT_EVERY = 50

/** @throws the signal's reason as soon as DuckDB has stopped, or what DuckDB throws */
export async function whileNotAborted<T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  query: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  let timer: NodeJS.Timeout | undefined
  const interrupt = () => {
    connection.interrupt()
    timer ??= setInterval(() => connection.interrupt(), INTERRUPT_EVERY)
  }
  signal.addEventListener('abort', interrupt)
  try {
    return await query()
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', interrupt)
    clearInterval(timer)
  }
}

/** Parameters that a statement may or may not have. */
export interface Parameters {
  readonly salt: string
  readonly lines?: Uint8Array
  readonly before?: number
}

export function bindParameters(statement: DuckDBPreparedStatement, { salt, lines, before }: Parameters): void {
  for (let index = 1; index <= statement.parameterCount; index++) {
    const name = statement.parameterName(index)
    if (name === SALT) statement.bindVarchar(index, salt)
    else if (name === LINES && lines) statement.bindBlob(index, lines)
    else if (name === BEFORE && before !== undefined) statement.bindBigInt(index, BigInt(before))
    else throw new Error(`the statement has a parameter that nobody knows: ${name}`)
  }
}
