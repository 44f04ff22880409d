import type { Operation } from '../../contract/requests/operations.ts'
import { defined } from '../../core/catalog/defined.ts'
import { isList, ListPart, partOf, wantsAll } from './requests/list-pages.ts'
import { etagOf } from './requests/seen-state.ts'
import { UnreadAnswers } from './unread-answers.ts'
import { WrittenJson } from './wire/write-list.ts'

/** In bytes: smaller ones are left to the socket at once. */
const LARGE = 1_048_576
const PART = 262_144

/** Makes the answer of a call of what its handler returned. */
export function makeRespond() {
  const unread = new UnreadAnswers()

  return (row: Operation, result: unknown, { request, caller }: Asked): Response => {
    if (result instanceof Response) return result
    if (!row.response) return new Response(null, { status: row.status })
    // Of the whole list, which is what an update changes.
    const etag = etagOf(row, result)
    const { part, link } = chosenOf(row, result, request)
    const headers = { 'content-type': 'application/json', ...defined({ etag, link }) }
    const parts = part instanceof WrittenJson ? part.parts : inParts(JSON.stringify(part))
    const body = typeof parts === 'string' ? parts : unread.stream(caller, parts)
    return new Response(body, { status: row.status, headers })
  }
}

interface Asked {
  readonly request: Request
  /** The account or address that large answers count for. */
  readonly caller: string
}

function chosenOf(
  row: Operation,
  result: unknown,
  request: Request,
): { readonly part: unknown; readonly link?: string } {
  if (result instanceof ListPart) return result.read()
  return isList(row) && Array.isArray(result) && !wantsAll(request) ? partOf(result, request).read() : { part: result }
}

function inParts(text: string): string | readonly Uint8Array[] {
  if (text.length < LARGE) return text
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / PART) }, (_, at) => bytes.subarray(at * PART, (at + 1) * PART))
}
