import { defined } from '../../../core/catalog/defined.ts'

/** DuckDB's error for a statement. */
export interface DuckdbError {
  readonly message: string
  /** The position in the statement, in bytes; absent if the error has no position. */
  readonly position?: number
}

/** Reads an error of a DuckDB with `errors_as_json`; other errors have only their message. */
export function duckdbErrorOf(error: unknown): DuckdbError {
  const text = error instanceof Error ? error.message : String(error ?? '')
  const { exception_type: type, exception_message: message, position } = parsed(text)
  if (typeof type !== 'string' || typeof message !== 'string') return { message: text }
  const at = Number(position)
  return defined({
    message: `${type} Error: ${message}`,
    position: position !== undefined && Number.isInteger(at) ? at : undefined,
  })
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  if (!text.startsWith('{')) return {}
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}
