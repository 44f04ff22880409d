import { setTimeout as sleep } from 'node:timers/promises'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import { claimMirror, type MirrorHolder } from '../../store/mirrors/mirror-leases.ts'
import type { FollowMirror, MirrorSignals } from './follow-mirror.ts'

/** Mirrors that one process follows at the same time; others are left to other processes. */
const MOST = 64

/** How often a process looks for mirrors that nobody follows, in milliseconds. */
const LOOK_MS = 1_000

/** How long a process without a mirror looks for one. */
const IDLE_MS = 5_000

interface Options extends Pick<MirrorHolder, 'heldBy' | 'account'> {
  readonly database: Database
  readonly log: Log
  readonly follow: FollowMirror
  readonly signals: MirrorSignals
}

/** Keeps the mirrors going that nobody follows. Settles when it is asked to, or when there are none. */
export async function keepMirrors({ database, log, follow, signals, ...holder }: Options): Promise<void> {
  const { enough, abort } = signals
  const followed = new Set<Promise<void>>()
  let hasSuspect = false
  let lastAt = performance.now()

  const takeAll = async () => {
    while (followed.size < MOST && !hasSuspect && !enough.aborted && !abort.aborted) {
      const isAlone = followed.size === 0
      const mirror = await database.asSystem((query) => claimMirror(query, { ...holder, isAlone }))
      if (!mirror) return
      hasSuspect = mirror.is_suspect
      const following = follow(mirror, signals)
        .catch((error: unknown) =>
          log.error('A mirror has ended.', { flowId: mirror.flow_id, error: describeError(error) }),
        )
        .finally(() => {
          followed.delete(following)
          if (mirror.is_suspect) hasSuspect = false
        })
      followed.add(following)
    }
  }
  const over = AbortSignal.any([enough, abort])
  while (!over.aborted) {
    await takeAll().catch((error: unknown) => log.warn('mirrors', { error: describeError(error) }))
    if (followed.size > 0 || holder.account === undefined) lastAt = performance.now()
    if (performance.now() - lastAt > IDLE_MS) break
    await sleep(LOOK_MS, undefined, { signal: over }).catch(() => {})
  }
  await Promise.all(followed)
}
