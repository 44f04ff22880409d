import type { AppliedTable, ChangedTable, RecordedTable } from '../../ports/change-batch.ts'
import type { AddedColumn, LoggedTable, LogPosition } from '../../ports/change-source.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { TableFailure } from '../../ports/table-failure.ts'
import type { Application, ChangeSession, JoinedCopy } from '../sql/changes/change-session.ts'
import { columnsHaveCome } from '../sql/changes/columns-have-come.ts'
import { foldChanges } from '../sql/changes/fold-changes.ts'
import { VendorError } from '../vendor-api/vendor-error.ts'
import { applyStatements } from './apply-statements.ts'
import type { BigqueryStates } from './bigquery-states.ts'
import type { CommitJob } from './commit-job.ts'
import type { DestinationOptions } from './commit-rows.ts'
import type { ScriptPart } from './commit-script.ts'
import { type FollowedTarget, followedTarget } from './followed-target.ts'
import { MOST_TABLES } from './mirror-pace.ts'
import type { MirrorStaging } from './mirror-staging.ts'
import type { NotedCopies } from './noted-copies.ts'
import { stageChanges, stagedColumns } from './stage-changes.ts'

/** A query has at most 1 MB; the last table and our own need some of it. Source: cloud.google.com/bigquery/quotas */
const MOST_CHARACTERS = 800_000

interface SessionOptions extends DestinationOptions {
  readonly staging: MirrorStaging
  readonly states: BigqueryStates
  readonly commitJob: CommitJob
  readonly copies: NotedCopies
  readonly position: LogPosition | undefined
}

interface BatchPart extends ScriptPart {
  /** Absent: of our own tables. */
  readonly entity?: string
  /** The numbers that are expected, and after the commit those that were found. */
  readonly counts?: Counts
}

type Counts = { -readonly [Key in keyof AppliedTable]: AppliedTable[Key] }

/** Collects what a batch does, which becomes one transaction when it is committed. */
export class BigqueryChangeSession implements ChangeSession {
  readonly #options: SessionOptions
  /** By the shape of the table as the log describes it. */
  readonly #known = new Map<string, FollowedTarget & { readonly entity: string }>()
  #parts: BatchPart[] = []
  /** Tables whose copies from before are none that somebody waits for. */
  #unawaited = new Set<string>()
  #position: LogPosition | undefined

  constructor(options: SessionOptions) {
    this.#options = options
    this.#position = options.position
  }

  async begin(): Promise<void> {
    this.#parts = []
    this.#unawaited = new Set()
  }

  async commit(to: LogPosition | undefined): Promise<void> {
    const { states, staging, copies } = this.#options
    await copies.forgetAll(this.#unawaited)
    const parts: readonly BatchPart[] = [...this.#parts, ...(await states.parts())]
    if (parts.length > 0 || to !== this.#position) {
      const found = await this.#run(parts, to)
      for (const [at, { counts }] of parts.entries()) if (counts) correct(counts, found[at])
    }
    this.#position = to
    this.#parts = []
    states.committed()
    staging.drop()
  }

  async #run(parts: readonly BatchPart[], to: LogPosition | undefined): Promise<readonly string[]> {
    const { staging, commitJob } = this.#options
    const from = this.#position
    try {
      await staging.loaded()
      return await commitJob.run({ parts, from, to })
    } catch (error) {
      // A newer attempt drops what this one has staged, so what goes wrong may only follow from that: an empty transaction is fenced then.
      if (isJobFailed(error)) await commitJob.run({ parts: [], from, to: from })
      throw error
    }
  }

  async rollBack(): Promise<void> {
    const { states, staging } = this.#options
    this.#parts = []
    states.rolledBack()
    staging.drop()
  }

  boundOf(target: string): Promise<string | undefined> {
    return this.#options.copies.momentOf(target)
  }

  async forgetCopy(target: string): Promise<void> {
    this.#unawaited.add(target)
  }

  isFull(entity: string): boolean {
    const entities = new Set(this.#parts.flatMap((part) => part.entity ?? []))
    return !entities.has(entity) && (entities.size >= MOST_TABLES || lengthOf(this.#parts) >= MOST_CHARACTERS)
  }

  apply(recorded: RecordedTable, application: Application): Promise<AppliedTable> {
    const { name } = recorded.table
    return foldChanges(recorded, application, async (changed) => {
      try {
        return await this.#stage(changed, application.target)
      } catch (error) {
        const isOfTable = error instanceof ConnectorError && !(error instanceof VendorError) && !error.problem.retryable
        throw isOfTable && !(error instanceof TableFailure)
          ? new TableFailure(name, error.problem, { cause: error })
          : error
      }
    })
  }

  async addColumns(entity: string, _: string, columns: readonly AddedColumn[]): Promise<readonly string[]> {
    if (columns.length > 0) throw columnsHaveCome(entity, columns)
    return []
  }

  async forget(entity: string): Promise<void> {
    for (const [shape, known] of this.#known) if (known.entity === entity) this.#known.delete(shape)
  }

  overtaken(copies: readonly JoinedCopy[]): Promise<readonly TableFailure[]> {
    return this.#options.copies.overtaken(copies)
  }

  async abandon(): Promise<void> {
    this.#options.staging.drop()
    await this.#options.staging.dropped()
  }

  async #stage(changed: ChangedTable, name: string): Promise<AppliedTable> {
    const { bucket, staging } = this.#options
    const { table } = changed
    const target = await this.#targetOf(table, name)
    const slot = staging.next()
    const { kinds, changes } = await stageChanges(changed, target, { bucket, name: slot.name, staging: slot.staging })
    if (changes.rows > 0) staging.load(slot, stagedColumns(target), (error) => loadFailure(table.name, error))
    const deleted = changed.removed.size + [...changed.taken.values()].reduce((sum, count) => sum + count, 0)
    const { inserted, updated } = kinds
    const counts: Counts = { name: table.name, inserted, updated, deleted, divergent: 0 }
    this.#parts.push({ ...applyStatements(changes), entity: table.name, counts })
    return counts
  }

  async #targetOf(table: LoggedTable, name: string): Promise<FollowedTarget> {
    const shape = JSON.stringify(table)
    const known = this.#known.get(shape)
    if (known) return known
    const target = { ...(await followedTarget(this.#options, name, table)), entity: table.name }
    this.#known.set(shape, target)
    return target
  }
}

const lengthOf = (parts: readonly ScriptPart[]): number =>
  parts.reduce((sum, { statements, count = '' }) => sum + statements.join('').length + count.length, 0)

/** @param found strangers, missing rows that go, and others that are missing */
function correct(counts: Counts, found: string | undefined): void {
  const [strangers = 0, gone = 0, missing = 0] = found ? (JSON.parse(found) as (number | string)[]).map(Number) : []
  counts.inserted -= strangers
  counts.deleted -= gone
  counts.updated -= Math.min(missing, counts.updated)
  counts.divergent = strangers + gone + missing
}

/** A file that BigQuery does not take is a matter of its table; that Google cannot be reached is not. */
const loadFailure = (entity: string, error: unknown): unknown =>
  isJobFailed(error) ? new TableFailure(entity, error.problem, { cause: error }) : error

const isJobFailed = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && error.problem.code === 'JOB_FAILED'
