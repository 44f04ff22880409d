import { setImmediate } from 'node:timers/promises'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { AppliedBatch } from '../../../engine/mirror/follow-log.ts'
import type { CutOverOutcome } from '../../../engine/mirror/proving.ts'
import type { MirrorEvent } from '../../../engine/mirror/run-mirror.ts'
import type { Database } from '../../store/database/database.ts'
import { type CutOverRow, findCutOver, storeCutOver } from '../../store/mirrors/mirror-cut-overs.ts'
import type { ClaimedMirror } from '../../store/mirrors/mirror-leases.ts'
import { runError } from '../runs/run-progress.ts'
import { foundByCutOver } from './found-by-cut-over.ts'

interface Following {
  readonly database: Database
  readonly mirror: ClaimedMirror
  /** The tables that can be compared. Absent: none, because an end cannot be read as of one moment. */
  readonly compared: readonly string[] | undefined
  readonly changedBySteps: readonly string[]
  /** Up to where the destination has the log. */
  readonly position: () => string | undefined
}

/** What somebody wants to know before an application goes to the destination: asks the mirror for it, and stores what it finds. */
export class MirrorCutOver {
  readonly #following: Following
  #row: CutOverRow | undefined
  #wish: AbortController | undefined
  #isChanged = false
  readonly #written = new Map<string, number>()

  constructor(following: Following) {
    this.#following = following
  }

  /** For the mirror: aborted when nobody wants it any more. */
  wish(): AbortSignal | undefined {
    return this.#row?.state === 'done' ? undefined : this.#wish?.signal
  }

  /** An application may write to the destination from now on. */
  get isProven(): boolean {
    return this.#row?.state === 'done' && this.#row.is_proven === true
  }

  apply(event: MirrorEvent): void {
    if (!this.#row) return
    if (event.kind === 'batch') this.#count(event.batch)
    if (event.kind === 'proof' && this.#row.state === 'proving')
      this.#change({ compared: (this.#row.compared ?? 0) + 1 })
    if (event.kind === 'cutOver') this.#end(event.outcome)
    if (event.kind !== 'cutOverPlace' || this.#row.state === 'done') return
    const { position, asOf } = event.place
    this.#written.clear()
    const place = defined({ position, as_of: asOf.toISOString(), tables: this.#following.compared?.length })
    this.#row = { asked_at: this.#row.asked_at, state: 'proving', compared: 0, ...place }
    this.#isChanged = true
  }

  /** Looks what somebody wants, and stores what has been found. @param isAsked somebody may want one. @throws when the store is away */
  async look(isAsked: boolean): Promise<void> {
    const { database, mirror } = this.#following
    if (!isAsked && !this.#row) return
    const wanted = (await database.asSystem((query) => findCutOver(query, mirror.flow_id)))?.cut_over ?? undefined
    if (wanted?.asked_at !== this.#row?.asked_at) this.#begin(wanted)
    await this.#countUp()
    if (!this.#row || !this.#isChanged) return
    this.#isChanged = false
    const row = this.#row
    await database
      .asSystem((query) => storeCutOver(query, mirror, row))
      .catch((error: unknown) => {
        this.#isChanged = true
        throw error
      })
  }

  #begin(wanted: CutOverRow | undefined): void {
    this.#wish?.abort()
    this.#wish = wanted && new AbortController()
    this.#row = wanted
    this.#written.clear()
    for (const { entity, changes } of wanted?.written_after ?? []) this.#written.set(entity, changes)
    const { counted_to: countedTo } = wanted ?? {}
    if (this.isProven && countedTo !== undefined && countedTo !== this.#following.position())
      this.#change({ is_proven: false, problem: INTERRUPTED })
    if (wanted && wanted.state !== 'done' && !this.#following.compared)
      this.#change({ state: 'done', is_proven: false, problem: CANNOT })
  }

  #end(outcome: CutOverOutcome): void {
    const { changedBySteps } = this.#following
    this.#change({ state: 'done', ...foundByCutOver(outcome, changedBySteps) })
  }

  /** Changes that come after the place: somebody still writes. */
  #count({ tables }: AppliedBatch): void {
    if (this.#row?.as_of === undefined) return
    for (const { name, inserted, updated, deleted } of tables) {
      const changes = inserted + updated + deleted
      if (changes > 0) this.#written.set(name, (this.#written.get(name) ?? 0) + changes)
    }
    const written = [...this.#written].map(([entity, changes]) => ({ entity, changes }))
    if (written.length > 0) this.#change({ written_after: written })
  }

  /** Whoever follows the log next knows then whether changes have come that nobody has counted. */
  async #countUp(): Promise<void> {
    const position = this.#following.position()
    // A batch is told directly after its position.
    await setImmediate()
    if (position !== undefined && this.isProven && this.#row?.counted_to !== position)
      this.#change({ counted_to: position })
  }

  #change(change: Partial<CutOverRow>): void {
    if (!this.#row) return
    this.#row = { ...this.#row, ...change }
    this.#isChanged = true
  }
}

const INTERRUPTED = runError({
  code: 'MIRROR_DOUBTFUL',
  message: sentence`The process of the mirror has ended since, and changes may have come that nobody has counted.`,
  hint: sentence`Make sure that nobody writes to the source, then prove again.`,
})

const CANNOT = runError({
  code: 'NOT_SUPPORTED',
  message: sentence`Both sides of this mirror cannot be compared as of one moment.`,
})
