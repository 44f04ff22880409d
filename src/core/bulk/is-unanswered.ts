import type { Failure } from '../failure.ts'

/** What a proxy answers in place of a server that does not. */
const FROM_PROXIES: readonly number[] = [502, 503, 504]

/** The server may have done it nevertheless, or a part of it. */
export const isUnanswered = (failure: Failure): boolean =>
  failure.kind === 'network' || (failure.kind === 'http' && FROM_PROXIES.includes(failure.status))
