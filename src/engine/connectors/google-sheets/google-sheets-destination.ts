import { randomInt } from 'node:crypto'
import { CONNECTION_TYPES } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { limitOf } from '../../formats/common-text/value-limit.ts'
import { mendsFor } from '../../formats/common-text/value-mend.ts'
import type { Destination, TargetPlan } from '../../ports/destination.ts'
import type { DryRunTarget } from '../../ports/dry-run.ts'
import type { PlannedWrite, SideEstimate } from '../../ports/estimate.ts'
import type { Load } from '../../ports/load.ts'
import type { Committed, Target, TargetSums } from '../../ports/target.ts'
import type { Fence, Overlap, TargetRequest } from '../../ports/target-request.ts'
import { COMMON_TEXT } from '../../ports/value-type.ts'
import { sourceKey } from '../shared/row-key.ts'
import { rowChecks } from '../shared/row-limits.ts'
import { createdNote, newColumnsNote } from '../shared/target-notes.ts'
import { cleanUpSignal } from '../vendor-api/clean-up-signal.ts'
import type { Clock } from '../vendor-api/clock.ts'
import { lingeringSignal } from '../vendor-api/lingering-signal.ts'
import { pauseBefore } from '../vendor-api/retry-policy.ts'
import { VendorError } from '../vendor-api/vendor-error.ts'
import type { SheetsClient } from './access/sheets-client.ts'
import { cellKindOf, LONGEST_TEXT } from './cells/cell-of-text.ts'
import { openDryRunLoad } from './load/dry-run-load.ts'
import { estimateTabs } from './load/estimate-tabs.ts'
import { GoogleSheetsLoad, type LoadOptions } from './load/google-sheets-load.ts'
import { cellSumsOf } from './load/staged-sum.ts'
import { AGAIN, fenced, type Mark, markOf, olderStagings, type Staging, stagingTitle } from './load/staging-tab.ts'
import { type KnownRows, readKnownRows } from './tabs/known-rows.ts'
import { entityName, titleOf } from './tabs/tab-name.ts'
import { planTab, type TabPlan } from './tabs/tab-plan.ts'

/** A cell can store any text. */
const ANY = { takesSpecialValues: true, takesNul: true }

export interface DestinationOptions {
  readonly clientWith: (signal: AbortSignal) => SheetsClient
  readonly signal: AbortSignal
  readonly clock: Clock
}

export class GoogleSheetsDestination implements Destination {
  readonly identity: string
  readonly modes = CONNECTION_TYPES.google_sheets.modes
  readonly #options: DestinationOptions
  readonly #client: SheetsClient
  /** Staging tabs that are not committed yet. */
  readonly #stagings = new Set<number>()

  constructor(options: DestinationOptions) {
    this.#options = options
    this.#client = options.clientWith(options.signal)
    this.identity = `google_sheets ${this.#client.spreadsheetId}`
  }

  nameOf(target: string): string {
    return entityName(titleOf(target))
  }

  async plan(request: TargetRequest): Promise<TargetPlan> {
    const plan = await planTab(this.#client, await this.#client.spreadsheet(), request)
    const { strategy, columns, positions, header } = plan
    return {
      effect: EFFECTS[strategy],
      columns: columns.map(({ name, value }, at) => {
        const type = cellKindOf(value)
        const isAdded = strategy === 'append' && header[positions[at] ?? -1] !== null
        return {
          name,
          type,
          notes: [
            ...(isAdded ? (['added'] as const) : []),
            ...(type === 'text' && value.kind !== 'text' ? (['as-text'] as const) : []),
          ],
        }
      }),
      notes: textNotes(plan),
    }
  }

  async estimate(writes: readonly PlannedWrite[]): Promise<SideEstimate> {
    return estimateTabs(writes, await this.#client.spreadsheet())
  }

  async prepareDryRun(request: TargetRequest): Promise<DryRunTarget> {
    const plan = await planTab(this.#client, await this.#client.spreadsheet(), request)
    return { ...targetOf(plan, request), load: () => openDryRunLoad(this.#client, plan, sourceKey(request.columns)) }
  }

  async prepare(request: TargetRequest): Promise<Target> {
    const { fence } = request
    const plan = await planTab(this.#client, await this.#client.spreadsheet(), request)
    const staged = await this.#stage(plan, fence)
    const overlap = plan.strategy === 'append' ? request.overlap : undefined
    // Rows that are already there are left out before they are written.
    const sumsValues = request.sumsValues === true && !overlap
    return {
      ...targetOf(plan, request),
      ...defined({
        committed: 'rows' in staged ? staged : undefined,
        leavesOutRepeated: overlap && true,
        sums: sumsValues ? sumsOf(plan) : undefined,
      }),
      load: async () => {
        const known = overlap && (await this.#knownRows(plan, overlap))
        return this.#load({ plan, fence, sumsValues, known }, staged)
      },
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#stagings].map((sheetId) => this.#remove(sheetId)))
  }

  /**
   * Creates the hidden tab of this attempt, and deletes those of older attempts: none of them can commit any more, because their
   * batch would name a deleted tab. @returns what this run has committed in an earlier attempt, if any. @throws ConnectorError `FENCED`
   */
  async #stage(plan: TabPlan, fence: Fence): Promise<Staging | Committed> {
    const { clock, signal } = this.#options
    for (let attempt = 0; ; attempt++) {
      const { sheets } = await this.#client.spreadsheet()
      const mark = markOf(
        sheets.find(({ properties }) => properties.title === plan.title),
        fence.flowId,
      )
      const { removable, isFenced } = olderStagings(sheets, fence, plan.title, clock.now())
      if (isFenced || (mark && mark.epoch > fence.epoch)) throw fenced()
      if (mark?.runId === fence.runId) return committedOf(mark)
      const staging = { sheetId: randomInt(1, 2 ** 31 - 1), title: stagingTitle(fence, plan.title, clock.now()) }
      const properties = { ...staging, hidden: true, gridProperties: { rowCount: 1, columnCount: plan.width } }
      const remove = removable.map((tab) => ({ deleteSheet: { sheetId: tab.properties.sheetId } }))
      try {
        await this.#client.update([...remove, { addSheet: { properties } }], false)
        this.#stagings.add(staging.sheetId)
        return staging
      } catch (error) {
        // The next list of tabs shows whether the deletion worked.
        if (!(error instanceof VendorError && error.isAmbiguous) || attempt >= AGAIN.retries) throw error
        await clock.sleep(pauseBefore(attempt, AGAIN, clock.random), signal)
      }
    }
  }

  async #knownRows(plan: TabPlan, overlap: Overlap): Promise<KnownRows | undefined> {
    const { sheets } = await this.#client.spreadsheet()
    const tab = sheets.find(({ properties }) => properties.sheetId === plan.sheetId)
    return tab && readKnownRows(this.#client, tab, plan, overlap)
  }

  #load(work: Pick<LoadOptions, 'plan' | 'fence' | 'sumsValues' | 'known'>, staging: Staging | Committed): Load {
    if ('rows' in staging) throw new Error('this run has committed before')
    return new GoogleSheetsLoad({
      client: this.#client,
      committer: this.#options.clientWith(lingeringSignal(this.#options.signal)),
      ...work,
      staging,
      settled: () => this.#stagings.delete(staging.sheetId),
      remove: () => this.#remove(staging.sheetId),
      clock: this.#options.clock,
      signal: this.#options.signal,
    })
  }

  /** Best effort: a remaining tab is hidden, and the next attempt deletes it. */
  async #remove(sheetId: number): Promise<void> {
    if (!this.#stagings.delete(sheetId)) return
    const client = this.#options.clientWith(cleanUpSignal(this.#options.signal))
    await client.update([{ deleteSheet: { sheetId } }], true).catch(() => {})
  }
}

const sumsOf = (plan: TabPlan): TargetSums => ({
  digests: () => [],
  rows: () => [],
  cells: (names) => cellSumsOf(plan, names),
})

const targetOf = (plan: TabPlan, request: TargetRequest) => ({
  isNew: plan.strategy !== 'append',
  formats: [COMMON_TEXT],
  columns: plan.columns.map(({ name }) => name),
  checks: rowChecks(
    plan.columns.map(({ name }) => ({
      column: name,
      nullable: true,
      limit: limitOf({ kind: 'text', length: LONGEST_TEXT }, ANY),
      mends: mendsFor({ kind: 'text', length: LONGEST_TEXT }, true),
    })),
  ),
  notes: notesOf(plan, request),
})

const EFFECTS = { create: 'created', replace: 'replaced', append: 'appended' } as const

const committedOf = ({ rows, highWaterMark }: Mark): Committed => ({ rows, ...defined({ highWaterMark }) })

function notesOf(plan: TabPlan, request: TargetRequest): readonly Sentence[] {
  const { title, strategy, header } = plan
  const added = header.filter((name) => name !== null)
  return [
    ...(strategy === 'create' ? [createdNote(sentence`The tab “${title}”`, request)] : []),
    ...(strategy === 'replace'
      ? [
          request.isDry
            ? sentence`Everything in the tab “${title}” would be replaced.`
            : sentence`Everything in the tab “${title}” is replaced.`,
        ]
      : []),
    ...(strategy === 'append' && added.length > 0
      ? [newColumnsNote(sentence`“${title}”`, added.join(', '), request)]
      : []),
    ...textNotes(plan),
  ]
}

const textNotes = ({ columns }: TabPlan): readonly Sentence[] =>
  columns.some(({ value }) => value.kind === 'text') ? [sentence`Empty texts and NULL both become empty cells.`] : []
