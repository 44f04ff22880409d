import { sentence } from '../../../core/catalog/sentence.ts'
import type { Problem } from '../../../engine/ports/connector.ts'
import { RequestError } from '../../domain/request-error.ts'
import type { StartRun } from '../../domain/runs/start-run.ts'
import type { Database } from '../../store/database/database.ts'
import { type ClaimedMirror, changeTable } from '../../store/mirrors/mirror-leases.ts'
import { findActiveRun, findRun } from '../../store/runs/runs.ts'
import { lastingProblem } from './lasting-problem.ts'

/** How long tables may still wait after their run has ended, in milliseconds. */
const NOTICED_MS = 5_000

/** The same if their run has succeeded: a mirror that has much to do, on a busy machine, notices later that its copies have arrived. */
const ARRIVED_MS = 60_000

const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 10 * 60_000

/** A table is given up whose copies have ended their workers so often, the last time alone. Each of these runs has had several workers. */
const MOST_LOSSES = 2

export interface MirrorCopiesDeps {
  readonly database: Database
  readonly startRun: StartRun
  /** No repeat of the copy of a table can succeed. */
  readonly giveUp: (entity: string, problem: Problem) => void
}

/** Starts the runs that copy the tables of a mirror which wait for it: one at a time, and again after a pause if one has failed. */
export class MirrorCopies {
  readonly #deps: MirrorCopiesDeps
  readonly #mirror: ClaimedMirror
  /** Of tables that have waited since it was started. */
  #run: { readonly id: string; readonly entities: readonly string[]; lostAt?: number } | undefined
  /** Given up, and still told as waiting. */
  #givenUp: ReadonlySet<string> = new Set()
  #failures = 0
  #nextAt = 0
  /** How many runs have ended their workers that had the table. */
  readonly #losses = new Map<string, number>()

  constructor(deps: MirrorCopiesDeps, mirror: ClaimedMirror) {
    this.#deps = deps
    this.#mirror = mirror
  }

  /** @param waiting the tables that need a copy */
  async look(told: readonly string[]): Promise<void> {
    const { flow_id: flowId } = this.#mirror
    this.#givenUp = new Set([...this.#givenUp].filter((entity) => told.includes(entity)))
    const waiting = told.filter((entity) => !this.#givenUp.has(entity))
    this.#forgetArrived(waiting)
    if (waiting.length === 0) return
    if (await this.#deps.database.asSystem((query) => findActiveRun(query, flowId))) return
    const now = Date.now()
    if (this.#run) {
      this.#run.lostAt ??= now + ((await this.#hasSucceeded(this.#run.id)) ? ARRIVED_MS : NOTICED_MS)
      if (now < this.#run.lostAt) return
      return this.#fail(this.#run)
    }
    if (now >= this.#nextAt) await this.#start(this.#next(waiting))
  }

  /** Those first that have ended no worker, and then one by one, so that the one is found that does. */
  #next(waiting: readonly string[]): readonly string[] {
    const harmless = waiting.filter((entity) => !this.#losses.has(entity))
    return harmless.length > 0 ? harmless : waiting.slice(0, 1)
  }

  async #hasSucceeded(runId: string): Promise<boolean> {
    const { organization_id: organizationId } = this.#mirror
    const run = await this.#deps.database.asSystem((query) => findRun(query, organizationId, runId))
    return run?.status === 'succeeded'
  }

  #forgetArrived(waiting: readonly string[]): void {
    if (!this.#run) return
    const left = this.#run.entities.filter((entity) => waiting.includes(entity))
    const { id, entities } = this.#run
    for (const entity of entities) if (!left.includes(entity)) this.#losses.delete(entity)
    // The mirror is at it.
    if (left.length < entities.length) this.#run = { id, entities: left }
    if (left.length > 0) return
    this.#run = undefined
    this.#failures = 0
  }

  async #start(waiting: readonly string[]): Promise<void> {
    const { flow_id: flowId, organization_id: organizationId } = this.#mirror
    try {
      const work = { kind: 'move', only: waiting } as const
      const { id } = await this.#deps.startRun({ organizationId, flowId, trigger: 'mirror', work })
      this.#run = { id, entities: waiting }
      await this.#deps.database.asSystem(async (query) => {
        for (const entity of waiting) await changeTable(query, flowId, { entity, copyRunId: id })
      })
    } catch (error) {
      // Another run, or too many: it is tried again.
      if (!(error instanceof RequestError)) throw error
      this.#pause()
    }
  }

  /** The run has ended, and these tables still wait. */
  async #fail({ id, entities }: { readonly id: string; readonly entities: readonly string[] }): Promise<void> {
    this.#run = undefined
    const { flow_id: flowId, organization_id: organizationId } = this.#mirror
    const lasting = await this.#deps.database.asSystem(async (query) => {
      const run = await findRun(query, organizationId, id)
      const errorOf = (entity: string) => run?.streams?.find((stream) => stream.entity === entity)?.error
      const found = new Map<string, Problem>()
      for (const entity of entities) {
        const problem = errorOf(entity) ?? run?.error
        const isLost = problem?.code === 'WORKER_LOST' && this.#isLost(entity, entities)
        const lasts = isLost ? ENDS_WORKERS : problem && lastingProblem(problem)
        if (lasts) found.set(entity, lasts)
        else if (problem) await changeTable(query, flowId, { entity, problem })
      }
      return found
    })
    for (const [entity, problem] of lasting) this.#deps.giveUp(entity, problem)
    this.#givenUp = new Set([...this.#givenUp, ...lasting.keys()])
    if (lasting.size < entities.length) this.#pause()
  }

  /** @returns whether no other worker should have the table */
  #isLost(entity: string, together: readonly string[]): boolean {
    const losses = (this.#losses.get(entity) ?? 0) + 1
    const isOver = losses >= MOST_LOSSES && together.length === 1
    if (isOver) this.#losses.delete(entity)
    else this.#losses.set(entity, losses)
    return isOver
  }

  #pause(): void {
    this.#nextAt = Date.now() + Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS)
    this.#failures++
  }
}

const ENDS_WORKERS: Problem = {
  code: 'WORKER_LOST',
  message: sentence`Each process that copied this table ended or stopped responding, also alone.`,
  hint: sentence`Give the server more memory, or leave out columns with large values. Then resume the table: it is copied.`,
  retryable: false,
}
