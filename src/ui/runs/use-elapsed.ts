import { useEffect, useState } from 'react'

import { isFinal } from '../../core/catalog/run-states.ts'
import type { RunSummary } from '../../core/runs/run.ts'

const TICK_MS = 500

type Timed = Pick<RunSummary, 'status'> & { readonly [K in 'startedAt' | 'finishedAt']?: string | undefined }

/** How long a run took, or has taken so far, in milliseconds; nothing before it started. */
export function useElapsed(run: Timed | undefined): number | undefined {
  const isGoing = run !== undefined && !isFinal(run.status)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isGoing) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [isGoing])
  if (run?.startedAt === undefined) return undefined
  const end = run.finishedAt === undefined ? now : Date.parse(run.finishedAt)
  return Math.max(0, end - Date.parse(run.startedAt))
}
