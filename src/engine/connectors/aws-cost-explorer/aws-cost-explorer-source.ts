import { defined } from '../../../core/catalog/defined.ts'
import { counted, estimated, UNKNOWN } from '../../../core/catalog/estimates/figure.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { RowEncoder } from '../../formats/common-text/row-encoder.ts'
import type { Allowance } from '../../ports/allowance.ts'
import type { PlannedRead, SourceEstimate } from '../../ports/estimate.ts'
import type { CursorBounds, ReadRequest, RowSink, Source, SourceEntity } from '../../ports/source.ts'
import { COMMON_TEXT, type Field } from '../../ports/value-type.ts'
import type { Clock } from '../vendor-api/clock.ts'
import type { VendorClient } from '../vendor-api/vendor-client.ts'
import { COST_ENTITIES, type CostEntity, sourceEntityOf } from './cost-entities.ts'
import { type CostAccount, costPages, isPaidToday, PAGE_DOLLARS } from './cost-pages.ts'
import { costPeriod } from './cost-period.ts'
import { costRows } from './cost-rows.ts'

export interface SourceOptions extends CostAccount {
  readonly client: VendorClient
  readonly clock: Clock
  readonly allowance: Allowance | undefined
}

/** AWS has no snapshot: a read returns what AWS knows at that moment, and the last days are estimates. */
export class AwsCostExplorerSource implements Source {
  readonly system = 'aws_cost_explorer_api'
  readonly identity: string
  readonly #options: SourceOptions
  #pages = 0
  #keptPages = 0

  constructor(options: SourceOptions) {
    this.#options = options
    this.identity = `aws_cost_explorer_api ${options.accessKeyId}`
  }

  async entities(only?: readonly string[]): Promise<readonly SourceEntity[]> {
    return COST_ENTITIES.filter(({ name }) => only === undefined || only.includes(name)).map(sourceEntityOf)
  }

  formats(): readonly string[] {
    return [COMMON_TEXT]
  }

  /** Today: AWS returns all days up to now, even those without costs. */
  async cursorBounds(): Promise<CursorBounds> {
    return { until: new Date(this.#options.clock.now()).toISOString().slice(0, 10), empty: 0, ahead: 0 }
  }

  async read({ entity, columns, window }: ReadRequest, sink: RowSink, signal: AbortSignal): Promise<number> {
    const { clock } = this.#options
    const asked = entityNamed(entity.name)
    const encoder = new RowEncoder()
    let rows = 0
    const period = costPeriod(window, clock.now())
    for await (const { page, isKept } of costPages(asked, period, { ...this.#options, signal })) {
      if (isKept) this.#keptPages++
      else this.#pages++
      for (const row of costRows(asked, page)) {
        encoder.add(columns.map((name): Field => row.get(name) ?? null))
        rows++
      }
      const { frames, rows: count } = encoder.take()
      if (frames.length > 0 && !sink.write(frames, count)) await sink.drained()
      signal.throwIfAborted()
    }
    return rows
  }

  /** How many pages AWS needs for a table shows only when it is read. */
  async estimate(reads: readonly PlannedRead[]): Promise<SourceEstimate> {
    let asked = 0
    for (const { entity, window } of reads) {
      const costs = entityNamed(entity.name)
      const period = costPeriod(window, this.#options.clock.now())
      if (!(await isPaidToday(this.#options, costs, period))) asked++
    }
    return defined({
      reads: reads.map(() => ({ rows: UNKNOWN, bytes: UNKNOWN })),
      figures: {
        rows: UNKNOWN,
        calls: asked === 0 ? counted(0) : estimated(asked, 'least'),
        dollars: asked === 0 ? counted(0) : estimated(asked * PAGE_DOLLARS, 'least'),
      },
      dollarsOfDay: this.#options.answers && estimated(reads.length * PAGE_DOLLARS, 'least'),
      quotas: [],
      notes:
        asked < reads.length
          ? [
              sentence`AWS has answered today already. Its answers are kept, so until midnight UTC they cost nothing more.`,
            ]
          : [],
    })
  }

  notes(): readonly Sentence[] {
    const kept = this.#keptPages > 0 ? [ofToday(this.#keptPages)] : []
    if (this.#pages === 0) return kept
    const dollars = (this.#pages * PAGE_DOLLARS).toFixed(2)
    return [
      this.#pages === 1
        ? sentence`AWS was asked for 1 page, about $${dollars}.`
        : sentence`AWS was asked for ${this.#pages} pages, about $${dollars}.`,
      ...kept,
    ]
  }

  async close(): Promise<void> {}
}

const ofToday = (pages: number): Sentence =>
  pages === 1
    ? sentence`1 page had been answered today already, and was not paid for again.`
    : sentence`${pages} pages had been answered today already, and were not paid for again.`

function entityNamed(name: string): CostEntity {
  const entity = COST_ENTITIES.find((known) => known.name === name)
  if (!entity) throw new Error(`"${name}" was not described by this source`)
  return entity
}
