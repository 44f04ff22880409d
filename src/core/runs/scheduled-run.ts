import { SKIPPED } from '../catalog/schedules/schedule-rules.ts'
import type { Run } from './run.ts'

/** A tolerance, because no machine is exact to the second. */
const PUNCTUAL_MS = 60_000

/** The delay of a scheduled run in milliseconds; nothing for one that was on time or not scheduled. */
export function latenessOf({ scheduledFor, queuedAt }: Run): number | undefined {
  if (scheduledFor === undefined || queuedAt === undefined) return undefined
  const late = Date.parse(queuedAt) - Date.parse(scheduledFor)
  return late > PUNCTUAL_MS ? late : undefined
}

/** It did not take place, because the previous run was still active. */
export const isSkipped = ({ error }: Run): boolean => error?.code === SKIPPED
