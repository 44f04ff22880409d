import { setTimeout as sleep } from 'node:timers/promises'

import { readEvents, type ServerSentEvent } from '../support/read-events.ts'
import type { Account } from './account.ts'

/** Longer than anything that is measured. */
const LONGEST_MS = 60_000

export interface WatchedEvents {
  untilStarted(runId: string): Promise<void>
  untilFinished(runId: string): Promise<void>
  /** Whether the server has ended the stream. */
  hasEnded(): boolean
}

/** The stream of events of a person's organization, as a page listens to it. */
export async function watchEvents({ url, base, headers }: Account, signal: AbortSignal): Promise<WatchedEvents> {
  const response = await fetch(`${url}${base}/events`, { headers, signal })
  const events: ServerSentEvent[] = []
  let isOver = false
  const keep = (event: ServerSentEvent) => {
    events.push(event)
    return false
  }
  readEvents(response, keep)
    .catch(() => {})
    .finally(() => {
      isOver = !signal.aborted
    })
  const until = async (isIt: (data: ServerSentEvent['data']) => boolean) => {
    for (const end = Date.now() + LONGEST_MS; Date.now() < end; await sleep(5)) {
      if (events.some(({ event, data }) => event === 'run' && isIt(data))) return
      if (isOver || signal.aborted) return
    }
  }
  return {
    untilStarted: (id) => until((run) => run.id === id && run.started_at != null),
    untilFinished: (id) => until((run) => run.id === id && run.finished_at != null),
    hasEnded: () => isOver,
  }
}
