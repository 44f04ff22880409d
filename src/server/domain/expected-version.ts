import { sentence } from '../../core/catalog/sentence.ts'
import { invalid, RequestError } from './request-error.ts'

/** The store counts versions in four bytes. */
export const LARGEST_VERSION = 2 ** 31 - 1

/** @throws RequestError invalid unless the version of the caller is a number that a version can have, or absent */
export function refuseWrongVersion(version: number | undefined, of: 'flow' | 'connection' | 'integration'): void {
  if (version === undefined || (Number.isSafeInteger(version) && Math.abs(version) <= LARGEST_VERSION)) return
  throw invalid(
    of === 'flow'
      ? sentence`If-Match must be the version of the flow, a whole number`
      : sentence`If-Match must be a version, a whole number`,
    'If-Match',
  )
}

/** Whether a change is meant for the present version. @param version that the caller has seen; absent: the caller has named none */
export const isCurrentVersion = (version: number | undefined, row: { readonly version: number }): boolean =>
  version === undefined || version === row.version

/** Somebody else has saved it since the caller read it. */
export const changedElsewhere = (of: 'connection' | 'integration') =>
  of === 'connection'
    ? new RequestError(
        'conflict',
        'CONNECTION_CHANGED',
        sentence`The connection has been changed elsewhere since you opened it. Open it again to see the change.`,
      )
    : new RequestError(
        'conflict',
        'INTEGRATION_CHANGED',
        sentence`The credentials have been changed elsewhere since you opened them. Open them again to see the change.`,
      )
