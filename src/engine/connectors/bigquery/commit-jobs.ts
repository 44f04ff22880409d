import { randomUUID } from 'node:crypto'
import { defined } from '../../../core/catalog/defined.ts'
import type { Committed } from '../../ports/target.ts'
import type { Fence } from '../../ports/target-request.ts'
import type { Job } from './dataset.ts'

/** Labels of jobs can contain lower-case letters, digits, hyphens and underscores, up to this length. */
const LONGEST_LABEL = 63

/** What a resumed run must know about its commit. */
export function labelsOf(highWaterMark: string | undefined, rows?: number): { labels?: Record<string, string> } {
  const label = highWaterMark === undefined ? undefined : Buffer.from(highWaterMark).toString('hex')
  const labels = defined({
    millrace_bound: label !== undefined && label.length <= LONGEST_LABEL ? label : undefined,
    millrace_rows: rows === undefined ? undefined : String(rows),
  })
  return Object.keys(labels).length > 0 ? { labels } : {}
}

/** The success of this job is the commit; see `#endOlderAttempts`. */
export const commitJob = (loadId: string, { runId, epoch }: Fence) => `millrace_${loadId}_${idOf(runId)}_${epoch}`
export const widenJob = (loadId: string, { runId, epoch }: Fence) => `millrace_${loadId}_${idOf(runId)}_widen_${epoch}`
export const retypeJob = (loadId: string, { runId, epoch }: Fence) =>
  `millrace_${loadId}_${idOf(runId)}_retype_${epoch}`
/** Of no run: somebody changes the target. */
export const changeJob = () => `millrace_change_${randomUUID()}`
export const vanishedJob = (loadId: string, { runId, epoch }: Fence) =>
  `millrace_${loadId}_${idOf(runId)}_vanished_${epoch}`
export const keysJob = (loadId: string, { runId, epoch }: Fence) => `millrace_${loadId}_${idOf(runId)}_keys_${epoch}`
/** Whether a mirror waits for the copy, and that it comes. */
export const awaitedJob = (loadId: string, { runId, epoch }: Fence) =>
  `millrace_${loadId}_${idOf(runId)}_awaited_${epoch}`
export const notedJob = (loadId: string, { runId, epoch }: Fence) => `millrace_${loadId}_${idOf(runId)}_noted_${epoch}`
export const unnotedJob = (loadId: string, { runId, epoch }: Fence) =>
  `millrace_${loadId}_${idOf(runId)}_unnoted_${epoch}`
export const againJob = (loadId: string, { runId, epoch }: Fence) => `millrace_${loadId}_${idOf(runId)}_again_${epoch}`
/** @param question its number in the attempt */
export const sumJob = (loadId: string, { runId, epoch }: Fence, question: number) =>
  `millrace_${loadId}_${idOf(runId)}_sum${question}_${epoch}`
export const stagingJob = (loadId: string, { runId, epoch }: Fence) =>
  `millrace_${loadId}_${idOf(runId)}_staging_${epoch}`

/** Rows as they are before the steps of the destination. @param place 0: the stream's own */
export const rawJob = (loadId: string, { runId, epoch }: Fence, place: number) =>
  `millrace_${loadId}_${idOf(runId)}_raw${place}_${epoch}`
export const resultJob = (loadId: string, { runId, epoch }: Fence) =>
  `millrace_${loadId}_${idOf(runId)}_result_${epoch}`
export const deriveJob = (loadId: string, { runId, epoch }: Fence) =>
  `millrace_${loadId}_${idOf(runId)}_derive_${epoch}`

/** Ids of jobs can contain letters, digits, hyphens and underscores; underscores separate the parts of our ids. */
export const idOf = (runId: string) => runId.replace(/[^A-Za-z0-9]/g, '')

export const epochOf = ({ jobReference }: Job): bigint => BigInt(jobReference.jobId.split('_').at(-1) ?? 0)

export const insertedBy = ({ statistics }: Pick<Job, 'statistics'>) =>
  Number(statistics?.query?.dmlStats?.insertedRowCount ?? 0)

export const updatedBy = ({ statistics }: Pick<Job, 'statistics'>) =>
  Number(statistics?.query?.dmlStats?.updatedRowCount ?? 0)

export function committedOf({ statistics, configuration }: Job): Committed {
  const label = configuration?.labels?.['millrace_bound']
  return defined({
    rows: Number(
      configuration?.labels?.['millrace_rows'] ?? statistics?.load?.outputRows ?? insertedBy({ statistics }),
    ),
    highWaterMark: label === undefined ? undefined : Buffer.from(label, 'hex').toString(),
  })
}
