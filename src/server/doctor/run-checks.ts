import { setTimeout as delay } from 'node:timers/promises'

import { describeError } from '../host/describe-error.ts'
import { type Check, type Finding, failed } from './check.ts'

export interface Examined extends Finding {
  readonly name: string
}

/** Longer than any check needs by itself; a person waits for the answer. */
const LONGEST_MS = 20_000

/** Looks at everything at once; a check that fails or hangs is a finding too. */
export const runChecks = (checks: readonly Check[], longestMs = LONGEST_MS): Promise<Examined[]> =>
  Promise.all(checks.map(async (check) => ({ name: check.name, ...(await inTime(check, longestMs)) })))

async function inTime({ look }: Check, longestMs: number): Promise<Finding> {
  const over = new AbortController()
  const late = delay(
    longestMs,
    failed(
      `No answer within ${longestMs / 1000} seconds.`,
      'Try again; if it stays so, look at the load of this machine.',
    ),
    {
      signal: over.signal,
    },
  )
  late.catch(() => {})
  try {
    return await Promise.race([Promise.resolve().then(look), late])
  } catch (error) {
    return failed(`This could not be checked: ${describeError(error)}`, 'Please report it.')
  } finally {
    over.abort()
  }
}
