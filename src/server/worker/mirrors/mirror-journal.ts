import { sentence } from '../../../core/catalog/sentence.ts'
import type { AppliedBatch } from '../../../engine/mirror/follow-log.ts'
import type { MirrorEvent } from '../../../engine/mirror/run-mirror.ts'
import type { AppliedTable } from '../../../engine/ports/change-batch.ts'
import type { HeldLog } from '../../../engine/ports/change-source.ts'
import { raiseMirrorAlert } from '../../domain/alerts/raise-mirror-alert.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { keepMirrorFresh } from '../../store/flows/flow-health.ts'
import {
  type ClaimedMirror,
  type CountedTable,
  changeTable,
  countChanges,
  keepMirror,
  type TableChange,
} from '../../store/mirrors/mirror-leases.ts'
import { findLastWindow, insertMirrorWindow } from '../../store/mirrors/mirror-windows.ts'
import { runError } from '../runs/run-progress.ts'
import { MirrorWindow, sumOf } from './mirror-window.ts'

/** After so many failures in a row, people are told. */
export const ALERTED_FAILURES = 3

const FRESH_EVERY_MS = 20_000

/** How often a mirror is stored that has nothing to tell: its lease is renewed elsewhere. */
const QUIET_STORE_MS = 5_000

/** What happens in a mirror, collected, and stored about once in a second. */
export class MirrorJournal {
  readonly #database: Database
  readonly #mirror: ClaimedMirror
  #waiting: readonly string[] | undefined
  /** Changed states that are not stored yet. */
  #tables = new Map<string, TableChange>()
  #held: HeldLog | undefined
  #position: string | undefined
  #lagMs: number | undefined
  #caughtUpAt: Date | undefined
  #freshAt = 0
  /** In the time of `performance`. */
  #storedAt = Number.NEGATIVE_INFINITY
  /** Changes per second were shown: they end. */
  #isBusy = false
  /** Nearly all that the source may keep; not told yet. */
  #scarceBytes: number | undefined
  #window = new MirrorWindow()
  /** Windows that are over and not stored yet. */
  #over: readonly MirrorWindow[] = []
  /** People were told that it fails. */
  #isMissed = false
  #counted = new Map<string, CountedTable>()

  constructor(database: Database, mirror: ClaimedMirror) {
    this.#database = database
    this.#mirror = mirror
  }

  /** The tables that wait for copies. */
  get waiting(): readonly string[] {
    return this.#waiting ?? []
  }

  /** The mirror has told of its tables. */
  get hasBegun(): boolean {
    return this.#waiting !== undefined
  }

  get flowId(): string {
    return this.#mirror.flow_id
  }

  /** Something has happened that people want to see soon, or a quiet mirror has said nothing for a while. */
  get hasNews(): boolean {
    const isQuiet = this.#tables.size + this.#counted.size + this.#over.length === 0 && this.#scarceBytes === undefined
    if (!isQuiet || this.#isBusy || this.#waiting?.length !== 0) return true
    return performance.now() - this.#storedAt > QUIET_STORE_MS
  }

  apply(event: MirrorEvent): void {
    if (event.kind === 'waiting') this.#waiting = event.entities
    if (event.kind === 'quiet') this.#caughtUpAt = new Date()
    if (event.kind === 'budget' && event.state === 'scarce') this.#scarceBytes = event.held.bytes
    if (event.kind === 'held') this.#held = event.held
    if (event.kind === 'batch') this.#count(event.batch)
    if (event.kind === 'repaired') this.#countRepair(event.applied, event.position)
    for (const table of changesOf(event))
      this.#tables.set(table.entity, { ...this.#tables.get(table.entity), ...table })
  }

  #count(batch: AppliedBatch): void {
    const now = Date.now()
    this.#window.add(batch, now)
    this.#position = batch.to
    if (batch.lastCommit !== undefined) {
      this.#lagMs = Math.max(now - batch.lastCommit, 0)
      this.#caughtUpAt = new Date(batch.lastCommit)
    }
    for (const table of batch.tables) this.#counted.set(table.name, sumOf(this.#counted.get(table.name), table))
  }

  /** Rows that were sent again are in the receipt, too. */
  #countRepair(applied: AppliedTable, position = this.#position): void {
    if (position === undefined || applied.divergent === 0) return
    const { inserted, updated, deleted } = applied
    const place = { from: position, to: position, firstCommit: undefined, lastCommit: undefined }
    const batch = { ...place, transactions: 0, changes: inserted + updated + deleted, tables: [applied] }
    this.#window.add(batch, Date.now())
    this.#counted.set(applied.name, sumOf(this.#counted.get(applied.name), applied))
  }

  /** Stores what is new, and renews the lease. @returns whether the mirror should go on; see `keepMirror`. @throws when the store is away */
  async store(): Promise<boolean> {
    const now = Date.now()
    this.#endWindow(now)
    const over = this.#over
    const scarceBytes = this.#scarceBytes
    const counted = [...this.#counted.values()]
    const tables = [...this.#tables.values()]
    this.#counted = new Map()
    this.#tables = new Map()
    try {
      const { goesOn, isBack } = await this.#database.asSystem(async (query) => {
        const progress = this.#progress(now)
        this.#isBusy = progress.changesPerSecond > 0
        const { goes_on: goesOn, failures_before: failures } = await keepMirror(query, this.#mirror, progress)
        this.#isMissed ||= failures >= ALERTED_FAILURES
        const isBack = this.#isMissed && progress.state === 'following'
        if (isBack) await this.#alert(query, { event: 'recovered' })
        await this.#keepFresh(query, now)
        if (scarceBytes !== undefined) await this.#alert(query, { event: 'budget', heldBytes: scarceBytes })
        if (counted.length > 0) await countChanges(query, this.#mirror.flow_id, counted)
        for (const table of tables) {
          await changeTable(query, this.flowId, table)
          const { entity, problem } = table
          if (problem && table.state === 'paused') await this.#alert(query, { event: 'failed', entity, problem })
        }
        for (const window of over) await this.#insert(query, window)
        return { goesOn, isBack }
      })
      this.#over = []
      this.#storedAt = performance.now()
      this.#scarceBytes = undefined
      if (isBack) this.#isMissed = false
      return goesOn
    } catch (error) {
      // What has come meanwhile is newer.
      for (const table of tables) this.#tables.set(table.entity, { ...table, ...this.#tables.get(table.entity) })
      for (const table of counted)
        this.#counted.set(table.entity, sumOf(this.#counted.get(table.entity), { ...table, name: table.entity }))
      throw error
    }
  }

  /** The last window, at the end. */
  async close(): Promise<void> {
    const windows = [...this.#over, this.#window]
    await this.#database.asSystem(async (query) => {
      for (const window of windows) await this.#insert(query, window)
    })
  }

  /** What comes while one is stored belongs to the next. */
  #endWindow(now: number): void {
    if (!this.#window.isOver(now)) return
    this.#over = [...this.#over, this.#window]
    this.#window = new MirrorWindow()
  }

  #progress(now: number) {
    return {
      state:
        this.#waiting === undefined
          ? ('starting' as const)
          : this.#waiting.length > 0
            ? ('copying' as const)
            : ('following' as const),
      position: this.#position,
      lagMs: this.#lagMs,
      caughtUpAt: this.#caughtUpAt,
      changesPerSecond: this.#window.changesPerSecond(now),
      heldBytes: this.#held?.bytes,
      holder: this.#held?.holder,
    }
  }

  #alert(
    query: Query,
    event: Pick<Parameters<typeof raiseMirrorAlert>[1], 'event' | 'entity' | 'problem' | 'heldBytes'>,
  ) {
    return raiseMirrorAlert(query, { organizationId: this.#mirror.organization_id, flowId: this.flowId, ...event })
  }

  /** The flow is late if the destination is further behind than its freshness. */
  async #keepFresh(query: Query, now: number): Promise<void> {
    if (this.#caughtUpAt === undefined || now - this.#freshAt < FRESH_EVERY_MS) return
    this.#freshAt = now
    await keepMirrorFresh(query, this.flowId, this.#caughtUpAt)
  }

  async #insert(query: Query, window: MirrorWindow): Promise<void> {
    const { flow_id: flowId, organization_id: organizationId } = this.#mirror
    const receipt = window.receipt(await findLastWindow(query, flowId))
    if (receipt) await insertMirrorWindow(query, { ...receipt, flowId, organizationId })
  }
}

/** What an event says of the tables. */
function changesOf(event: MirrorEvent): readonly TableChange[] {
  if (event.kind === 'waiting') return event.entities.map((entity) => ({ entity, state: 'copying' }))
  if (event.kind === 'following') return [{ entity: event.entity, state: 'following', problem: null }]
  if (event.kind === 'doubtful') return [{ entity: event.entity, problem: DOUBTFUL }]
  if (event.kind === 'changed') return [{ entity: event.entity, problem: runError(event.problem) }]
  if (event.kind !== 'paused') return []
  return [{ entity: event.entity, state: 'paused', problem: event.problem ? runError(event.problem) : null }]
}

const DOUBTFUL = runError({
  code: 'MIRROR_DOUBTFUL',
  message: sentence`Rows of this table may have come or gone at the source without a word in its log: it was written anew, or a partition was attached or detached.`,
  hint: sentence`Both sides are compared as soon as possible. Copy the table again if they cannot be.`,
})
