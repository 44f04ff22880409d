import { sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../request-error.ts'

/** How many previews of one account may be active at once, in all its organizations, and how many for all. */
const OF_AN_ACCOUNT = 2
const OF_ALL = 4

/** A newer preview replaces an older one, whose end may be reported a moment later. */
const LONGEST_WAIT_MS = 3_000

export type PreviewSlots = ReturnType<typeof makePreviewSlots>

/** Lets a few previews run at once; others wait for a short time. @throws RequestError too many */
export function makePreviewSlots(accountOf: (organizationId: string) => Promise<string>) {
  const running = new Map<string, number>()
  let all = 0
  const waiting = new Set<() => void>()
  const isFree = (account: string) => (running.get(account) ?? 0) < OF_AN_ACCOUNT && all < OF_ALL

  const change = (account: string, by: 1 | -1) => {
    const left = (running.get(account) ?? 0) + by
    if (left === 0) running.delete(account)
    else running.set(account, left)
    all += by
  }

  return async <T>(organizationId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const account = await accountOf(organizationId)
    const until = performance.now() + LONGEST_WAIT_MS
    while (!isFree(account)) {
      if (performance.now() >= until) throw busy()
      await nextEnd(waiting, until - performance.now())
      signal.throwIfAborted()
    }
    change(account, 1)
    try {
      return await work()
    } finally {
      change(account, -1)
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
