import { useSyncExternalStore } from 'react'

import { isFinal } from '../../../core/catalog/runs/run-states.ts'
import type { RunSummary } from '../../../core/runs/run.ts'

const TICK_MS = 500

/** One clock for the whole page, so that two places never show different times for one run. */
const clock = {
  now: Date.now(),
  listeners: new Set<() => void>(),
  timer: undefined as ReturnType<typeof setInterval> | undefined,
}

function watchClock(listener: () => void): () => void {
  if (clock.listeners.size === 0) clock.now = Date.now()
  clock.listeners.add(listener)
  clock.timer ??= setInterval(() => {
    clock.now = Date.now()
    for (const listen of clock.listeners) listen()
  }, TICK_MS)
  return () => {
    clock.listeners.delete(listener)
    if (clock.listeners.size > 0) return
    clearInterval(clock.timer)
    clock.timer = undefined
  }
}

const stopped = () => () => {}

type Timed = Pick<RunSummary, 'status'> & { readonly [K in 'startedAt' | 'finishedAt']?: string | undefined }

/** The duration of a run, or its duration so far, in milliseconds; nothing before it started. */
export function useElapsed(run: Timed | undefined): number | undefined {
  const isGoing = run !== undefined && !isFinal(run.status)
  const now = useSyncExternalStore(isGoing ? watchClock : stopped, () => clock.now)
  if (run?.startedAt === undefined) return undefined
  const end = run.finishedAt === undefined ? now : Date.parse(run.finishedAt)
  return Math.max(0, end - Date.parse(run.startedAt))
}
