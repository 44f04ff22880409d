import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'

/** The interval of interrupts, in milliseconds: a query that has not begun yet ignores one. */
const INTERRUPT_EVERY = 50

/** @throws the signal's reason as soon as DuckDB has stopped, or DuckDB's error */
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

/** By name; a statement need not use all of them. */
export type Parameters = Readonly<Record<string, string | number | Uint8Array>>

export function bindParameters(statement: DuckDBPreparedStatement, parameters: Parameters): void {
  for (let index = 1; index <= statement.parameterCount; index++) {
    const name = statement.parameterName(index)
    const value = parameters[name]
    if (typeof value === 'string') statement.bindVarchar(index, value)
    else if (typeof value === 'number') statement.bindBigInt(index, BigInt(value))
    else if (value) statement.bindBlob(index, value)
    else throw new Error(`the statement has a parameter that nobody knows: ${name}`)
  }
}
