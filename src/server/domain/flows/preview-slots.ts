import { sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../request-error.ts'

/** How many previews of one organization may be active or wait at once, and how many processes may run for all. */
const OF_AN_ORGANIZATION = 2
const OF_ALL = 4

/** A newer preview replaces an older one, whose end may be reported a moment later. */
const LONGEST_WAIT_MS = 3_000

export type PreviewSlots = ReturnType<typeof makePreviewSlots>

/** Lets a few previews run at once; others wait for a short time. @throws RequestError too many */
export function makePreviewSlots() {
  const running = new Map<string, number>()
  let all = 0
  const waiting = new Set<() => void>()
  const isFree = (organizationId: string) => (running.get(organizationId) ?? 0) < OF_AN_ORGANIZATION && all < OF_ALL

  const change = (organizationId: string, by: 1 | -1) => {
    const left = (running.get(organizationId) ?? 0) + by
    if (left === 0) running.delete(organizationId)
    else running.set(organizationId, left)
    all += by
  }

  return async <T>(organizationId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const until = performance.now() + LONGEST_WAIT_MS
    while (!isFree(organizationId)) {
      if (performance.now() >= until) throw busy()
      await nextEnd(waiting, until - performance.now())
      signal.throwIfAborted()
    }
    change(organizationId, 1)
    try {
      return await work()
    } finally {
      change(organizationId, -1)
      for (const look of [...waiting]) look()
    }
  }
}

async function nextEnd(waiting: Set<() => void>, longest: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, longest)
  waiting.add(resolve)
  await promise
  clearTimeout(timer)
  waiting.delete(resolve)
}

const busy = () =>
  new RequestError('too-many', 'TOO_MANY_PREVIEWS', sentence`Other previews are under way. Try again in a moment.`, {
    retry_after: 1,
  })
