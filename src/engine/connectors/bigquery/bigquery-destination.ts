import { CONNECTION_TYPES } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Destination, ParallelLoads, TargetPlan } from '../../ports/destination.ts'
import type { DryRunTarget } from '../../ports/dry-run.ts'
import type { PlannedWrite, SideEstimate } from '../../ports/estimate.ts'
import type { Committed, Target } from '../../ports/target.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import { fitNotes } from '../shared/fit-notes.ts'
import { prepareTogether } from '../shared/prepare-together.ts'
import { requireKey } from '../shared/row-key.ts'
import { hasChanged } from '../shared/target-mismatch.ts'
import { type AttemptPlace, AttemptPlaces, forEach, type Listed } from './attempt-places.ts'
import { type BigqueryColumn, bigqueryColumns, heldBy, refuseNames } from './bigquery-column.ts'
import { BigqueryLoad, type CommitObjects, type StagedSums } from './bigquery-load.ts'
import { stagedInRanges } from './bigquery-ranged-load.ts'
import { hasField, tableName } from './bigquery-target.ts'
import { type Checked, notesOf, sumsOf, targetOf, vanishingIn } from './checked-target.ts'
import { changeJob, retypeJob } from './commit-jobs.ts'
import {
  appendRows,
  type CommitRequest,
  type DestinationOptions,
  dropStaging,
  loadRows,
  sumStaged,
} from './commit-rows.ts'
import { derivedTarget } from './derived-target.ts'
import { allNewLoad, comparingLoad } from './dry-run-load.ts'
import { estimateLoads } from './estimate-loads.ts'
import { mergeRows } from './merge-rows.ts'
import { noteCopy } from './noted-copies.ts'
import { refuseMirrored } from './other-mirrors.ts'
import { runFolder } from './range-objects.ts'
import { refuseChanged } from './refuse-changed.ts'
import { refuseLooseKey, refuseRoundedKey } from './refuse-loose-key.ts'
import { planWidening, type Widening, wideningNotes, widenStatement } from './widening.ts'

/** What was found of a target, maybe together with others. */
interface Prepared {
  readonly checked: Checked
  readonly place: AttemptPlace
  readonly committed?: Committed
}

export class BigqueryDestination implements Destination {
  readonly identity: string
  readonly modes = CONNECTION_TYPES.bigquery.modes
  readonly findsVanished = 'whole'
  readonly ignoresCase?: true
  readonly #options: DestinationOptions
  readonly #places: AttemptPlaces
  readonly loads: ParallelLoads
  readonly prepare: Destination['prepare']

  constructor(options: DestinationOptions) {
    this.#options = options
    this.#places = new AttemptPlaces(options)
    this.identity = `bigquery ${options.dataset.id}`
    if (options.ignoresCase) this.ignoresCase = true
    const { loads, prepare } = prepareTogether<Prepared>({
      nameOf: ({ target }) => tableName(target),
      findAll: (requests) => this.#findAll(requests),
      prepare: (request, found) => this.#prepareTarget(request, found),
    })
    // Each of several large loads would hold groups of rows of its own.
    this.loads = { ...loads, large: 1 }
    this.prepare = prepare
  }

  nameOf(target: string): string {
    return tableName(target)
  }

  async plan(request: TargetRequest): Promise<TargetPlan> {
    const { columns, existing, key, widening } = await this.#check(request)
    const statement = widenStatement(this.#pathOf(request.target), widening)
    return defined({
      effect: existing ? EFFECTS[request.mode] : 'created',
      columns: request.columns.map((coming, at) => {
        const { name, type = '' } = columns[at] ?? coming
        const isAdded = existing && request.mode !== 'replace' && !hasField(existing.fields, name)
        const nullable = !key?.includes(name)
        const notes = fitNotes(coming, { value: heldBy(type, coming.value), nullable })
        const isWidened = widening.retyped.some((own) => own.name.toLowerCase() === name.toLowerCase())
        const change = isAdded ? (['added'] as const) : isWidened ? (['widened'] as const) : []
        return { name, type, notes: [...change, ...notes] }
      }),
      notes: existing ? [...notesOf(request, true), ...wideningNotes(request, widening)] : [],
      statement,
    })
  }

  /** BigQuery changes a table at once, column by column; somebody may still change it between the two queries. */
  async changeTarget(request: TargetRequest, statement: string): Promise<void> {
    const { dataset, location, signal } = this.#options
    const { widening } = await this.#check(request)
    if (widenStatement(this.#pathOf(request.target), widening) !== statement) throw hasChanged(request.target)
    await dataset.runJob(changeJob(), location, { query: { query: statement, useLegacySql: false } }, signal)
  }

  /** As statements name the table. */
  readonly #pathOf = (table: string) => `${this.#options.dataset.id}.${table}`

  async estimate(writes: readonly PlannedWrite[]): Promise<SideEstimate> {
    const loads = []
    for (const write of writes) loads.push({ write, existing: await this.#options.dataset.table(write.target) })
    return estimateLoads(loads)
  }

  async prepareDryRun(request: TargetRequest): Promise<DryRunTarget> {
    const { target: table } = request
    const checked = await this.#check(request)
    const { columns, existing, key, overlap } = checked
    const target = targetOf(request, checked)
    if (!existing || (request.mode === 'append' && !overlap))
      return { ...target, load: async () => allNewLoad(target.columns, target.checks) }
    const place = await this.#places.open(request, checked, 'dry run')
    await this.#places.endOlder(place, request.fence)
    const { staged, loadId, prefix, fenceMarker } = place
    const work = { table, loadId, columns, request, existing, ...vanishingIn(existing, request) }
    return {
      ...target,
      load: async () => {
        this.#places.handOver(place)
        return comparingLoad(this.#options, { prefix, fenceMarker }, { work, staged, key, overlap })
      },
    }
  }

  async #findAll(requests: readonly TargetRequest[]): Promise<ReadonlyMap<string, Prepared>> {
    const opened = await forEach(requests, (request) => this.#open(request))
    const removed = await forEach([...opened], ([{ fence }, { place }]) => this.#places.removeOlder(place, fence))
    const listed = await this.#places.list()
    const ended = await forEach([...removed.keys()], ([request, { place }]) => this.#endOthers(request, place, listed))
    return new Map(
      [...ended].map(([[{ target }, found], committed]) => [
        tableName(target),
        { ...found, ...defined({ committed }) },
      ]),
    )
  }

  async #open(request: TargetRequest): Promise<Omit<Prepared, 'committed'>> {
    const checked = await this.#check(request)
    return { checked, place: await this.#places.open(request, checked) }
  }

  async #prepareAlone(request: TargetRequest): Promise<Prepared> {
    const opened = await this.#open(request)
    await this.#places.removeOlder(opened.place, request.fence)
    const committed = await this.#endOthers(request, opened.place, await this.#places.list())
    return { ...opened, ...defined({ committed }) }
  }

  async #endOthers(request: TargetRequest, place: AttemptPlace, listed: Listed): Promise<Committed | undefined> {
    await refuseMirrored(this.#options, request, listed.tables)
    return this.#places.endJobs(place, request.fence, listed)
  }

  async #prepareTarget(request: TargetRequest, found: Prepared | undefined): Promise<Target> {
    const { bucket } = this.#options
    const { target: table } = request
    const { checked, place, committed } = found ?? (await this.#prepareAlone(request))
    const { columns, existing, key, overlap, widening } = checked
    const { staged, loadId, prefix, fenceMarker } = place
    if (committed) await bucket.remove(await bucket.list(runFolder(loadId, request.fence)))
    const work = { table, loadId, columns, request, existing, ...vanishingIn(existing, request) }
    const cleaningBucket = async () => (await this.#options.cleaning()).bucket
    const commit: CommitObjects = async (uris, highWaterMark, accept) => {
      await refuseChanged(this.#options.dataset, table, existing)
      await noteCopy(this.#options, { request, table, loadId, highWaterMark })
      await this.#widen(request, loadId, widening)
      if (key) return mergeRows(this.#options, { ...work, uris, highWaterMark, accept }, key)
      return overlap
        ? appendRows(this.#options, { ...work, uris, highWaterMark }, overlap)
        : loadRows(this.#options, { ...work, uris, highWaterMark })
    }
    const begin = () => this.#places.handOver(place)
    // Rows that are merged have numbers, which ranges would repeat.
    const staging = { table, fence: request.fence, place, bucket, cleaningBucket, commit, begin }
    // What a mirror waits for is read of one snapshot.
    const ranges = key || request.awaits ? undefined : stagedInRanges(staging)
    const target: Target = {
      ...targetOf(request, checked),
      standsAlone: true,
      ...defined({ ranges }),
      ...defined({
        committed,
        leavesOutRepeated: overlap && true,
        sums: request.sumsValues && sumsOf(columns),
      }),
      load: async () => {
        begin()
        return new BigqueryLoad(
          defined({
            staged: request.sumsValues && this.#stagedSums(work, staged),
            columns: staged,
            key,
            bucket,
            prefix,
            fenceMarker,
            cleaningBucket,
            commit,
          }),
        )
      },
    }
    return { ...target, derived: derivedTarget(this.#options, { request, target, checked, place, begin }) }
  }

  /** The rows are loaded into a table beside the target, summed there, and only then put in place. */
  #stagedSums(work: Pick<CommitRequest, 'loadId' | 'request'>, staged: readonly BigqueryColumn[]): StagedSums {
    return {
      sum: (uris, question) => sumStaged(this.#options, { ...work, uris }, staged, question),
      drop: () => dropStaging(this.#options, work),
    }
  }

  /** A run changes what the rows need, before them; the columns that are added come with the rows. */
  async #widen({ target, fence }: TargetRequest, loadId: string, widening: Widening): Promise<void> {
    const { dataset, location, signal } = this.#options
    const query = widenStatement(this.#pathOf(target), { ...widening, added: [] })
    if (query === undefined) return
    await dataset.runJob(retypeJob(loadId, fence), location, { query: { query, useLegacySql: false } }, signal)
  }

  close(): Promise<void> {
    return this.#places.close()
  }

  /** @throws ConnectorError when the table cannot store the rows */
  async #check(request: TargetRequest): Promise<Checked> {
    const { target: table, columns: coming, mode, key: chosen, overlap, drift, vanished } = request
    const columns = bigqueryColumns(coming)
    if (vanished?.column !== undefined) refuseNames([vanished.column])
    const existing = await this.#options.dataset.table(table)
    if (existing && existing.type !== 'TABLE') throw notATable(table, existing.type)
    const key = mode === 'upsert' ? requireKey(coming, chosen, table) : undefined
    refuseRoundedKey(table, columns, key ?? [])
    const isKnown = (name: string) => hasField(existing?.fields ?? [], name)
    // A table without any of the columns has no rows that could be equal.
    const tells =
      overlap &&
      [...overlap.key, overlap.cursor ?? ''].every((name) => name === '' || isKnown(name)) &&
      columns.some(({ name }) => isKnown(name))
    refuseLooseKey(table, columns, { key: key ?? (tells ? overlap.key : []), existing, ...this.#options })
    const isLoaded = mode === 'append' && !tells
    const widening = planWidening(table, { fields: existing?.fields ?? [], columns, mode, drift, isLoaded })
    return { columns, existing, key, widening, ...defined({ overlap: tells ? overlap : undefined }) }
  }
}

const EFFECTS = { replace: 'replaced', append: 'appended', upsert: 'upserted' } as const

const notATable = (table: string, type: string) =>
  new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`${table} is a ${type.toLowerCase().replaceAll('_', ' ')}, not a table.`,
    hint: sentence`Choose another target.`,
  })
