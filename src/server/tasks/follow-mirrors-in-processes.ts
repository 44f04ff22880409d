import { randomUUID } from 'node:crypto'
import { sentence } from '../../core/catalog/sentence.ts'
import { wordsOf } from '../../core/catalog/words.ts'
import { describeError } from '../host/describe-error.ts'
import type { Log } from '../host/log.ts'
import { makeWakeUpLoop } from '../host/wake-up-loop.ts'
import type { Database } from '../store/database/database.ts'
import type { Notifications } from '../store/database/notifications.ts'
import { listDueAccounts, releaseHeld } from '../store/mirrors/mirror-leases.ts'
import type { MirrorSignals } from '../worker/mirrors/follow-mirror.ts'
import { TaskProcessEnded } from './task-process-ended.ts'
import type { TaskProcesses } from './task-processes.ts'

interface Deps {
  readonly tasks: Pick<TaskProcesses, 'perform'>
  readonly database: Database
  readonly notifications: Pick<Notifications, 'listen'>
  readonly log: Log
}

/** Until somebody follows mirrors again whose process has ended, in milliseconds. */
const PAUSE_MS = 1_000

/** How often accounts are looked for whose mirrors nobody follows. */
const LOOK_MS = 2_000

/** An account whose mirrors still wait after this time has more than its processes take: one may need long to start on a busy machine. */
const FULL_MS = 30_000

/** Those that get a process of their own wait no longer. */
const SUSPECT_MS = 4_000

/** Follows the mirrors of each account in processes of their own: one for all of them, as long as it takes them. */
export async function followMirrorsInProcesses(deps: Deps, signals: MirrorSignals): Promise<void> {
  const { database, notifications, log } = deps
  const { enough, abort } = signals
  const running = new Map<string, Set<Promise<void>>>()
  const dueSince = new Map<string, number>()

  const start = (account: string) => {
    const own = running.get(account) ?? new Set()
    running.set(account, own)
    const following = follow(deps, account, signals).finally(() => {
      own.delete(following)
      if (own.size === 0) running.delete(account)
      loop.wake()
    })
    own.add(following)
  }
  const work = async () => {
    const now = performance.now()
    const due = await database.asSystem(listDueAccounts)
    const accounts = new Set(due.map(({ account }) => account))
    for (const account of dueSince.keys()) if (!accounts.has(account)) dueSince.delete(account)
    for (const { account, has_suspect: hasSuspect } of due) {
      const since = dueSince.get(account) ?? now
      dueSince.set(account, since)
      if (running.has(account) && now - since < (hasSuspect ? SUSPECT_MS : FULL_MS)) continue
      dueSince.delete(account)
      start(account)
    }
    return LOOK_MS
  }
  const loop = makeWakeUpLoop({ work, log, subject: 'mirrors' })
  const listening = notifications.listen('millrace_mirrors', loop.wake)
  loop.start()
  const over = Promise.withResolvers<void>()
  for (const signal of [enough, abort]) signal.addEventListener('abort', () => over.resolve(), { once: true })
  await over.promise
  listening.end()
  await loop.stop()
  await Promise.all([...running.values()].flatMap((own) => [...own]))
}

/** Settles when the process has nothing to follow, or has ended. Never rejects. */
async function follow(
  { tasks, database, log }: Deps,
  account: string,
  { enough, abort }: MirrorSignals,
): Promise<void> {
  const heldBy = randomUUID()
  try {
    await tasks.perform({ kind: 'mirrors', account, heldBy }, { account, signal: abort, enough })
  } catch (error) {
    if (abort.aborted && error === abort.reason) return
    const ended = error instanceof TaskProcessEnded ? error : undefined
    const isBlamed = ended !== undefined && ended.reason !== 'stopped'
    if (isBlamed) log.error('The process of mirrors has ended.', ended.fields)
    else if (!ended) log.error('Mirrors have ended.', { error: describeError(error) })
    const message = sentence`The process that followed the log has ended. Another one goes on.`
    const lost = isBlamed ? { problem: { code: 'WORKER_LOST', ...wordsOf({ message }) }, pauseMs: PAUSE_MS } : {}
    await database
      .asSystem((query) => releaseHeld(query, heldBy, lost))
      .catch((failure: unknown) => log.warn('mirrors', { error: describeError(failure) }))
  }
}
