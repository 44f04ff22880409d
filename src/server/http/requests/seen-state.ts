import { createHash } from 'node:crypto'

import { OPERATIONS, type Operation } from '../../../contract/requests/operations.ts'
import type { RouteName } from '../../../contract/routes.ts'
import { unlessChanged } from '../../domain/unless-changed.ts'
import { entityTags } from './entity-tags.ts'

const READS: ReadonlyMap<string, readonly string[]> = new Map(
  OPERATIONS.flatMap(({ readBy }) => (readBy ? [[readBy.call, readBy.except ?? []] as const] : [])),
)

/** The ETag of what a call answers, if another call can change it. */
export const etagOf = ({ name }: Operation, answer: unknown): string | undefined => {
  const except = READS.get(name)
  return except && tagOf(answer, except)
}

/** Strong, so that it says the same state; fields that change by themselves are left out. */
function tagOf(answer: unknown, except: readonly string[]): string {
  const text = JSON.stringify(answer, (key, value: unknown) => (except.includes(key) ? undefined : value))
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

/**
 * Makes a change unless somebody else was first: If-Match has the ETag of the call that reads what is changed.
 * @param read makes that call
 * @throws RequestError conflict
 */
export async function ifAsSeen<T>(
  { readBy, path }: Operation,
  { params, request }: { readonly params: Readonly<Record<string, string>>; readonly request: Request },
  read: (call: RouteName) => Promise<unknown>,
  change: () => Promise<T>,
): Promise<T> {
  const wanted = request.headers.get('if-match')
  if (!readBy || wanted === null || wanted.trim() === '*') return change()
  const seen = entityTags(wanted)
  const isAsSeen = async () => seen.includes(tagOf(await read(readBy.call as RouteName), readBy.except ?? []))
  return unlessChanged({ name: JSON.stringify([path, params['orgId']]), isAsSeen }, change)
}
