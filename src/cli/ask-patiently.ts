import { setTimeout as sleep } from 'node:timers/promises'

import { passes } from '../sdk/connect.ts'
import { MillraceError } from '../sdk/millrace-error.ts'

/** Longer than an upgrade of a large store takes. */
const PATIENCE_MS = 10 * 60_000

const PAUSE_MS = 2_000

/**
 * A call about work that goes on without this command: a server that restarts, and a limit of calls, do not end the waiting.
 * @throws MillraceError that does not pass, or the last one after ten minutes
 */
export async function askPatiently<T>(
  ask: () => Promise<T>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (let waited = 0; ; ) {
    try {
      return await ask()
    } catch (error) {
      const ms = pauseAfter(error)
      if (ms === undefined || waited + ms > PATIENCE_MS) throw error
      waited += ms
      await pause(ms)
    }
  }
}

function pauseAfter(error: unknown): number | undefined {
  if (passes(error)) return PAUSE_MS
  const wait = error instanceof MillraceError && error.status === 429 ? error.details?.['retry_after'] : undefined
  return typeof wait === 'number' ? Math.max(wait, 1) * 1_000 : undefined
}
