import { sentence } from '../../../../core/catalog/sentence.ts'
import { RowDecoder } from '../../../formats/common-text/row-decoder.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { Load, PublishResult } from '../../../ports/load.ts'
import type { Fence } from '../../../ports/target-request.ts'
import type { Field } from '../../../ports/value-type.ts'
import type { Clock } from '../../vendor-api/clock.ts'
import { pauseBefore } from '../../vendor-api/retry-policy.ts'
import { VendorError } from '../../vendor-api/vendor-error.ts'
import type { CellInput, SheetsClient } from '../access/sheets-client.ts'
import { cellsOfRow } from '../cells/cells-of-row.ts'
import type { KnownRows } from '../tabs/known-rows.ts'
import { lastFilledRow } from '../tabs/last-filled-row.ts'
import { headerOf, type TabPlan } from '../tabs/tab-plan.ts'
import { commitRequests } from './commit-requests.ts'
import { StagedSum } from './staged-sum.ts'
import { AGAIN, fenced, markOf, type Staging } from './staging-tab.ts'
import { CHUNK_BYTES, StagingWriter } from './staging-writer.ts'

/** Number of chunks that may wait before the source is paused. */
const WAITING_CHUNKS = 1

export interface LoadOptions {
  readonly client: SheetsClient
  /** Not aborted immediately when the run is cancelled, so that the outcome of a running batch can still be reported. */
  readonly committer: SheetsClient
  readonly plan: TabPlan
  readonly fence: Fence
  readonly staging: Staging
  readonly clock: Clock
  readonly signal: AbortSignal
  /** The values that arrived can be summed. */
  readonly sumsValues: boolean
  /** Rows that an earlier run may have written; absent if all rows are new. */
  readonly known?: KnownRows | undefined
  /** The staging tab no longer exists. */
  readonly settled: () => void
  readonly remove: () => Promise<void>
}

export class GoogleSheetsLoad implements Load {
  readonly failure: AbortSignal
  readonly digest?: NonNullable<Load['digest']>
  readonly #options: LoadOptions
  readonly #failed = new AbortController()
  readonly #decoder = new RowDecoder()
  readonly #writer: StagingWriter
  #chunk: (readonly CellInput[])[] = []
  #chunkBytes = 0
  #waiting: (readonly (readonly CellInput[])[])[] = []
  #sending: Promise<void> = Promise.resolve()
  #rows = 0
  #repeated = 0
  readonly #unsigned = new Map<string, number>()

  constructor(options: LoadOptions) {
    this.#options = options
    this.failure = this.#failed.signal
    this.#writer = new StagingWriter(options.client, options.staging, options.plan)
    if (options.sumsValues) {
      const sums = new StagedSum({ ...options, lines: () => this.#writer.lines })
      this.digest = (digest) => sums.digest(digest)
    }
    if (options.plan.strategy !== 'append') this.#chunk.push(options.plan.header)
  }

  write(frames: Buffer): boolean {
    if (this.failure.aborted) return true
    try {
      for (const fields of this.#decoder.push(frames)) this.#add(fields)
    } catch (error) {
      this.#fail(error)
    }
    return this.#waiting.length <= WAITING_CHUNKS
  }

  async drained(): Promise<void> {
    while (this.#waiting.length > WAITING_CHUNKS && !this.failure.aborted) await this.#sending
  }

  async finish(): Promise<number> {
    this.#send()
    await this.#sending
    this.failure.throwIfAborted()
    return this.#rows
  }

  async commit(highWaterMark?: string): Promise<PublishResult> {
    const placed = { repeated: this.#repeated, unsigned: this.#unsigned }
    const { committer: client, plan, fence, staging, clock, signal, settled } = this.#options
    signal.throwIfAborted()
    for (let attempt = 0; ; attempt++) {
      const { sheets } = await client.spreadsheet()
      const target = sheets.find(({ properties }) => properties.title === plan.title)
      const mark = markOf(target, fence.flowId)
      const isStaged = sheets.some(
        ({ properties }) => properties.sheetId === staging.sheetId && properties.title === staging.title,
      )
      if (!isStaged) {
        settled()
        // Either the batch with the lost answer succeeded, or a newer attempt deleted the tab.
        if (attempt > 0 && mark?.epoch === fence.epoch) return placed
        throw fenced()
      }
      if (target?.properties.sheetId !== plan.sheetId) throw targetChanged(plan.title)
      const isAppended = target && plan.strategy === 'append'
      if (isAppended && !isSame(await headerOf(client, target), plan.found)) throw targetChanged(plan.title)
      const lastRow = isAppended ? await lastFilledRow(client, target) : 0
      const requests = commitRequests({
        plan,
        fence,
        stagingId: staging.sheetId,
        rows: this.#rows - this.#repeated,
        target,
        lastRow,
        mark,
        highWaterMark,
      })
      try {
        await client.update(requests, false)
        settled()
        return placed
      } catch (error) {
        if (!(error instanceof VendorError) || attempt >= AGAIN.retries) throw error
        // A refusal may mean that the tab was deleted between the check and the call; a second check decides.
        if (!error.isAmbiguous && attempt > 0) throw error
        await clock.sleep(pauseBefore(attempt, AGAIN, clock.random), signal)
      }
    }
  }

  async abandon(): Promise<void> {
    this.#waiting = []
    this.#fail(new Error('abandoned'))
    await this.#options.remove()
  }

  #add(fields: readonly Field[]): void {
    const { positions, width } = this.#options.plan
    const row: CellInput[] = new Array(width).fill(null)
    const cells = cellsOfRow(this.#options.plan, fields, ++this.#rows)
    if (this.#options.known?.takes(fields, cells)) {
      this.#repeated++
      return
    }
    cells.forEach((cell, index) => {
      row[positions[index] ?? index] = cell
      if (Object.is(cell, -0)) this.#countUnsigned(index)
    })
    const bytes = Buffer.byteLength(JSON.stringify(row)) + 1
    if (this.#chunkBytes + bytes > CHUNK_BYTES) this.#send()
    this.#chunk.push(row)
    this.#chunkBytes += bytes
  }

  /** The notation in which cells are sent has no -0. */
  #countUnsigned(index: number): void {
    const name = this.#options.plan.columns[index]?.name ?? ''
    this.#unsigned.set(name, (this.#unsigned.get(name) ?? 0) + 1)
  }

  #send(): void {
    if (this.#chunk.length === 0) return
    this.#waiting.push(this.#chunk)
    this.#chunk = []
    this.#chunkBytes = 0
    this.#sending = this.#sending.then(() => this.#sendNext())
  }

  async #sendNext(): Promise<void> {
    const [chunk] = this.#waiting
    if (!chunk || this.failure.aborted) return
    try {
      await this.#writer.write(chunk)
    } catch (error) {
      this.#fail(error)
    }
    this.#waiting.shift()
  }

  #fail(error: unknown): void {
    if (!this.failure.aborted) this.#failed.abort(error)
  }
}

const isSame = (one: readonly string[], other: readonly string[]) => JSON.stringify(one) === JSON.stringify(other)

const targetChanged = (title: string) =>
  new ConnectorError({
    code: 'TAB_CHANGED',
    message: sentence`The tab “${title}” was renamed, deleted or created, or got other columns, during the run.`,
    hint: sentence`Nothing was changed. Run again, with the tab’s new name if it has one.`,
    field: 'target',
  })
