import { sentence } from '../../../core/catalog/sentence.ts'
import { TableFailure } from '../../ports/table-failure.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import { refuseUnawaited } from '../sql/changes/awaited-copy.ts'
import type { JoinedCopy } from '../sql/changes/change-session.ts'
import type { Asking } from './bigquery-states.ts'
import { againJob, awaitedJob, commitJob, notedJob, unnotedJob } from './commit-jobs.ts'
import type { DestinationOptions } from './commit-rows.ts'
import { mirrorId } from './mirror-place.ts'
import { type MirrorTables, mirrorTables, STATES } from './mirror-tables.ts'
import { literal } from './string-literal.ts'

interface NotedOptions extends Pick<DestinationOptions, 'dataset' | 'location'> {
  readonly ask: Asking
  readonly tables: MirrorTables
  /** How long an answer counts, because Google charges each question; in milliseconds. */
  readonly keptMs: number
}

interface Found {
  readonly moment: string | undefined
  /** The jobs of its note and of older ones. */
  readonly jobs: readonly string[]
}

type Note = readonly [target: string, moment: string, job: string]

/**
 * What the copies of a mirror see. A copy counts once the job has succeeded that puts its rows in place, whatever becomes of the run. It is noted before
 * that, and then asks again whether the mirror waits; the mirror follows, and then looks for newer notes: at least one of them sees the other. Notes are
 * never changed in a transaction, which those of other copies would end.
 */
export class NotedCopies {
  readonly #options: NotedOptions
  readonly #found = new Map<string, Found>()
  #notes: { readonly rows: readonly Note[]; readonly at: number } | undefined

  constructor(options: NotedOptions) {
    this.#options = options
  }

  /** @param target a table of the dataset */
  async momentOf(target: string): Promise<string | undefined> {
    const { ask, tables, keptMs } = this.#options
    if (!this.#notes || performance.now() - this.#notes.at >= keptMs) {
      const rows = await ask(`SELECT target, moment, job_id FROM ${tables.copies} ORDER BY noted_at DESC`)
      this.#notes = {
        rows: rows.map(([own, moment, job]) => [own ?? '', moment ?? '', job ?? '']),
        at: performance.now(),
      }
    }
    const found = await this.#newest(this.#notes.rows.filter(([own]) => own === target))
    this.#found.set(target, found)
    return found.moment
  }

  /** Before a commit after which another copy is awaited: whatever was noted of these targets is none. */
  async forgetAll(targets: ReadonlySet<string>): Promise<void> {
    if (targets.size === 0) return
    const { ask, tables } = this.#options
    for (const target of targets) this.#found.delete(target)
    this.#notes = undefined
    await ask(`DELETE FROM ${tables.copies} WHERE target IN (${[...targets].map(literal).join(', ')})`)
  }

  /**
   * After a commit from which on tables follow copies: forgets their notes, also those that an attempt has left that ended directly after it.
   * @returns the tables whose place another copy may take
   */
  async overtaken(copies: readonly JoinedCopy[]): Promise<readonly TableFailure[]> {
    const { ask, tables } = this.#options
    const joined = copies.filter(({ moment }) => moment !== undefined)
    if (joined.length === 0) return []
    const targets = joined.map(({ target }) => literal(target)).join(', ')
    const notes = await ask(`SELECT target, moment, job_id FROM ${tables.copies} WHERE target IN (${targets})`)
    const others: TableFailure[] = []
    const own: string[] = []
    for (const copy of joined) {
      const noted = notes.filter(([target]) => target === copy.target)
      const jobs = this.#found.get(copy.target)?.jobs ?? onlyOf(copy.moment, noted)
      this.#found.delete(copy.target)
      if (noted.some(([, , job]) => !jobs.includes(job ?? ''))) others.push(overtaken(copy))
      else own.push(...noted.map(([, , job]) => job ?? ''))
    }
    this.#notes = undefined
    if (own.length > 0) await ask(`DELETE FROM ${tables.copies} WHERE job_id IN (${own.map(literal).join(', ')})`)
    return others
  }

  /** The newest that has not failed; nothing while that is not done. */
  async #newest(notes: readonly Note[]): Promise<Found> {
    const { dataset, location } = this.#options
    const jobs = notes.map(([, , job]) => job)
    for (const [, moment, job] of notes) {
      const found = await dataset.findJob(job, location)
      if (found?.status.state !== 'DONE') break
      if (!found.status.errorResult) return { moment, jobs }
    }
    return { moment: undefined, jobs }
  }
}

/** @returns the job of a copy that another attempt has followed; nothing if two see the same */
function onlyOf(moment: string | undefined, notes: readonly (readonly (string | null)[])[]): readonly string[] {
  const jobs = notes.filter(([, own]) => own === moment).map(([, , job]) => job ?? '')
  return jobs.length === 1 ? jobs : []
}

const overtaken = ({ entity, target }: JoinedCopy): TableFailure => {
  const problem = {
    code: 'TARGET_CHANGED' as const,
    message: sentence`Another copy of ${target} was on its way.`,
    hint: sentence`The table is copied again.`,
    retryable: true,
  }
  return new TableFailure(entity, problem, { needs: 'copy' })
}

interface NotedCopy {
  readonly request: TargetRequest
  /** A table of the dataset. */
  readonly table: string
  readonly loadId: string
  /** What the rows see. */
  readonly highWaterMark: string | undefined
}

/** Directly before the job that puts a copy in place. @throws ConnectorError `COPY_NOT_AWAITED`, `COPY_TOO_OLD` */
export async function noteCopy(
  { dataset, location, signal }: DestinationOptions,
  { request: { fence, awaits }, table, loadId, highWaterMark: moment }: NotedCopy,
): Promise<void> {
  if (!awaits) return
  const id = mirrorId(fence, dataset)
  const { states, copies } = mirrorTables(dataset.id, id)
  const ask = (job: string, query: string) =>
    dataset.askRows(job, location, { query: { query, useLegacySql: false } }, signal)
  const since = `SELECT since FROM ${states} WHERE target = ${literal(table)}`
  const isKnown = (await dataset.table(`${STATES}${id}`)) !== undefined
  const [row] = isKnown ? await ask(awaitedJob(loadId, fence), since) : []
  refuseUnawaited(table, row?.[0], { awaits, moment })
  const noted = [table, moment ?? '', commitJob(loadId, fence)].map(literal)
  await ask(
    notedJob(loadId, fence),
    `INSERT INTO ${copies} (target, moment, job_id, noted_at)\nSELECT ${noted.join(', ')}, CURRENT_TIMESTAMP()`,
  )
  const [again] = await ask(againJob(loadId, fence), since)
  try {
    refuseUnawaited(table, again?.[0], { awaits, moment })
  } catch (error) {
    await ask(unnotedJob(loadId, fence), `DELETE FROM ${copies} WHERE job_id = ${literal(commitJob(loadId, fence))}`)
    throw error
  }
}
