import { decompressed } from './compressed-part.ts'
import type { EventBytes } from './event-bytes.ts'

/** Further numbers of a statement that loads a file. */
const LOAD_BYTES = 13

export interface QueryEvent {
  readonly database: string
  readonly text: string
}

/** Source: MySQL, "Query_event" */
export function readQuery(
  event: EventBytes,
  { isCompressed = false, isLoad = false }: { readonly isCompressed?: boolean; readonly isLoad?: boolean } = {},
): QueryEvent {
  event.skip(8)
  const nameBytes = event.byte()
  event.skip(2)
  const variables = event.number(2)
  if (isLoad) event.skip(LOAD_BYTES)
  event.skip(variables)
  const database = event.text(nameBytes)
  event.skip(1)
  return { database, text: isCompressed ? decompressed(event).toString('utf8') : event.text(event.left) }
}
