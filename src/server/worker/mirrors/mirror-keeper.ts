import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import { makeWakeUpLoop, type WakeUpLoop } from '../../host/wake-up-loop.ts'
import type { Database } from '../../store/database/database.ts'
import type { Notifications } from '../../store/database/notifications.ts'
import { claimMirror } from '../../store/mirrors/mirror-leases.ts'
import type { FollowMirror } from './follow-mirror.ts'

/** Mirrors that one process follows at the same time; others are left to other processes. */
const MOST = 16

/** How often a process looks for mirrors whose process has died, in milliseconds. */
const LOOK_MS = 2_000

/** How long mirrors may take to end their open batch when the process stops. */
const END_MS = 3_000

interface Options {
  readonly database: Database
  readonly notifications: Pick<Notifications, 'listen'>
  readonly log: Log
  readonly follow: FollowMirror
}

/** Keeps the mirrors going that nobody follows. Every process may have one: a lease says who follows which. */
export function makeMirrorKeeper({ database, notifications, log, follow }: Options): WakeUpLoop {
  const followed = new Set<Promise<void>>()
  let enough = new AbortController()
  let abort = new AbortController()

  const work = async () => {
    while (followed.size < MOST && !enough.signal.aborted) {
      const mirror = await database.asSystem(claimMirror)
      if (!mirror) break
      const following = follow(mirror, { enough: enough.signal, abort: abort.signal })
        .catch((error: unknown) =>
          log.error('A mirror has ended.', { flowId: mirror.flow_id, error: describeError(error) }),
        )
        .finally(() => {
          followed.delete(following)
          loop.wake()
        })
      followed.add(following)
    }
    return LOOK_MS
  }

  const loop = makeWakeUpLoop({ work, log, subject: 'mirrors' })
  notifications.listen('millrace_mirrors', loop.wake)
  return {
    wake: loop.wake,
    start: () => {
      enough = new AbortController()
      abort = new AbortController()
      loop.start()
    },
    stop: async () => {
      enough.abort()
      await loop.stop()
      const late = setTimeout(() => abort.abort(), END_MS)
      await Promise.all(followed)
      clearTimeout(late)
    },
  }
}
