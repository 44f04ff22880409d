import type { TaskCallName } from '../http/task-call.ts'
import { MAX_CALL_SECONDS } from '../tasks/task-calls.ts'

/** Files may have thousands of flows: beyond the first 100,000 characters each 10,000 are given another second. */
const READS_FILES: readonly TaskCallName[] = ['planCode', 'tryCode', 'applyCode']
const CHARACTERS_WITHIN_USUAL = 100_000
const CHARACTERS_A_SECOND = 10_000
const MOST_SECONDS = 600

/** The time limit of a call, by how much it was given. */
export function secondsOfCall(name: TaskCallName, body: unknown): number {
  if (!READS_FILES.includes(name)) return MAX_CALL_SECONDS
  const { files } = body as { readonly files: readonly { readonly text: string }[] }
  const characters = files.reduce((sum, { text }) => sum + text.length, 0)
  const more = Math.max(0, characters - CHARACTERS_WITHIN_USUAL) / CHARACTERS_A_SECOND
  return Math.min(Math.ceil(MAX_CALL_SECONDS + more), MOST_SECONDS)
}
