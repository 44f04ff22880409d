import { CONNECTION_TYPES } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ParquetFile } from '../../formats/parquet/parquet-file.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Destination, TargetPlan } from '../../ports/destination.ts'
import type { DryRunTarget } from '../../ports/dry-run.ts'
import type { PlannedWrite, SideEstimate } from '../../ports/estimate.ts'
import type { Committed, Target } from '../../ports/target.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import { fitNotes } from '../shared/fit-notes.ts'
import { requireKey } from '../shared/row-key.ts'
import { hasChanged } from '../shared/target-mismatch.ts'
import { type BigqueryColumn, bigqueryColumns, heldBy, refuseNames } from './bigquery-column.ts'
import { BigqueryLoad, type StagedSums } from './bigquery-load.ts'
import { hasField, loadIdOf, STAGING, tableName } from './bigquery-target.ts'
import { type Checked, notesOf, sumsOf, targetOf, vanishingIn } from './checked-target.ts'
import { changeJob, committedOf, epochOf, idOf, retypeJob } from './commit-jobs.ts'
import {
  appendRows,
  type CommitRequest,
  type DestinationOptions,
  dropStaging,
  loadRows,
  mergeRows,
  sumStaged,
} from './commit-rows.ts'
import { allNewLoad, comparingLoad } from './dry-run-load.ts'
import { estimateLoads } from './estimate-loads.ts'
import { ORDINAL } from './merge-statement.ts'
import { planWidening, type Widening, wideningNotes, widenStatement } from './widening.ts'

export class BigqueryDestination implements Destination {
  readonly identity: string
  readonly modes = CONNECTION_TYPES.bigquery.modes
  readonly findsVanished = 'whole'
  readonly #options: DestinationOptions
  /** Empty marker objects of attempts whose rows are not being uploaded yet. */
  readonly #fenceMarkers = new Set<string>()

  constructor(options: DestinationOptions) {
    this.#options = options
    this.identity = `bigquery ${options.dataset.id}`
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
    const { staged, loadId, prefix, fenceMarker } = await this.#openPlace(request, checked, 'dry run')
    await this.#endOlderAttempts(loadId, request.fence.runId, request.fence.epoch)
    const work = { table, loadId, columns, request, existing, ...vanishingIn(existing, request) }
    return {
      ...target,
      load: async () => {
        this.#fenceMarkers.delete(fenceMarker)
        return comparingLoad(this.#options, { prefix, fenceMarker }, { work, staged, key, overlap })
      },
    }
  }

  async prepare(request: TargetRequest): Promise<Target> {
    const { bucket } = this.#options
    const { target: table, fence } = request
    const checked = await this.#check(request)
    const { columns, existing, key, overlap, widening } = checked
    const { staged, loadId, prefix, fenceMarker } = await this.#openPlace(request, checked)
    const committed = await this.#endOlderAttempts(loadId, fence.runId, fence.epoch)
    const work = { table, loadId, columns, request, existing, ...vanishingIn(existing, request) }
    return {
      ...targetOf(request, checked),
      ...defined({
        committed,
        leavesOutRepeated: overlap && true,
        sums: request.sumsValues && sumsOf(columns),
      }),
      load: async () => {
        this.#fenceMarkers.delete(fenceMarker)
        return new BigqueryLoad(
          defined({
            staged: request.sumsValues && this.#stagedSums(work, staged),
            columns: staged,
            key,
            bucket,
            prefix,
            fenceMarker,
            cleaningBucket: async () => (await this.#options.cleaning()).bucket,
            commit: async (uris, highWaterMark, accept) => {
              await this.#widen(request, loadId, widening)
              if (key) return mergeRows(this.#options, { ...work, uris, highWaterMark, accept }, key)
              return overlap
                ? appendRows(this.#options, { ...work, uris, highWaterMark }, overlap)
                : loadRows(this.#options, { ...work, uris, highWaterMark })
            },
          }),
        )
      },
    }
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

  /** Uploads the fence marker of an attempt, which is the first object in its folder. */
  async #openPlace({ target, fence }: TargetRequest, { columns, key }: Checked, dry?: 'dry run') {
    const { dataset, bucket } = this.#options
    const loadId = loadIdOf(fence, dataset, target, dry)
    const prefix = `millrace/${loadId}/${fence.epoch}/`
    const staged = key ? [...columns, ORDINAL] : columns
    const fenceMarker = `${prefix}fence.parquet`
    // Before it exists, because an attempt that ends meanwhile does not know whether the object has arrived.
    this.#fenceMarkers.add(fenceMarker)
    // Before the search for other attempts, so that of two attempts that begin at the same time the older one is always found.
    const empty = bucket.upload(fenceMarker)
    await new ParquetFile(staged, (bytes) => empty.write(bytes)).end()
    await empty.end()
    return { staged, loadId, prefix, fenceMarker }
  }

  async close(): Promise<void> {
    if (this.#fenceMarkers.size === 0) return
    await this.#options
      .cleaning()
      .then(({ bucket }) => bucket.remove([...this.#fenceMarkers]))
      .catch(() => {})
  }

  /** @throws ConnectorError when the table cannot store the rows */
  async #check(request: TargetRequest): Promise<Checked> {
    const { target: table, columns: coming, mode, key: chosen, overlap, drift, vanished } = request
    const columns = bigqueryColumns(coming)
    if (vanished?.column !== undefined) refuseNames([vanished.column])
    const existing = await this.#options.dataset.table(table)
    if (existing && existing.type !== 'TABLE') throw notATable(table, existing.type)
    const key = mode === 'upsert' ? requireKey(coming, chosen, table) : undefined
    const isKnown = (name: string) => hasField(existing?.fields ?? [], name)
    // A table without any of the columns has no rows that could be equal.
    const tells =
      overlap &&
      [...overlap.key, overlap.cursor ?? ''].every((name) => name === '' || isKnown(name)) &&
      columns.some(({ name }) => isKnown(name))
    const isLoaded = mode === 'append' && !tells
    const widening = planWidening(table, { fields: existing?.fields ?? [], columns, mode, drift, isLoaded })
    return { columns, existing, key, widening, ...defined({ overlap: tells ? overlap : undefined }) }
  }

  /**
   * Deletes the staged objects of older attempts and stops their jobs. Each job refers to the fence marker of its attempt, so after its deletion
   * a paused worker that resumes cannot load anything, even if it uploads more objects.
   * @returns what this run has committed in an earlier attempt, if any. @throws ConnectorError `FENCED` if a newer attempt has begun
   */
  async #endOlderAttempts(loadId: string, runId: string, epoch: bigint): Promise<Committed | undefined> {
    const { dataset, bucket, location, signal } = this.#options
    const staged = await bucket.list(`millrace/${loadId}/`)
    const epochs = staged.map((name) => BigInt(name.split('/')[2] ?? 0))
    if (epochs.some((other) => other > epoch)) throw fenced()
    await bucket.remove(staged.filter((_, at) => epochs[at] !== epoch))
    const jobs = await dataset.jobs(`millrace_${loadId}_`)
    const settled = await Promise.all(
      jobs.map(async (job) => {
        if (epochOf(job) > epoch) throw fenced()
        if (job.status.state === 'DONE') return job
        await dataset.cancelJob(job.jobReference.jobId, location)
        return dataset.waitForJob(job.jobReference.jobId, location, signal).catch((error: unknown) => {
          if (!(error instanceof ConnectorError)) throw error
          return undefined
        })
      }),
    )
    for (const name of await this.#stagingTables(loadId)) await dataset.dropTable(name)
    const isCommit = new RegExp(`^millrace_${loadId}_${idOf(runId)}_\\d+$`)
    const done = settled.find((job) => job && isCommit.test(job.jobReference.jobId) && !job.status.errorResult)
    return done && committedOf(done)
  }

  async #stagingTables(loadId: string): Promise<readonly string[]> {
    const tables = await this.#options.dataset.tables()
    return tables.map(({ name }) => name).filter((name) => name.startsWith(`${STAGING}${loadId}_`))
  }
}

const EFFECTS = { replace: 'replaced', append: 'appended', upsert: 'upserted' } as const

const fenced = () =>
  new ConnectorError({
    code: 'FENCED',
    message: sentence`A newer attempt of this flow has taken over. This attempt changes nothing more.`,
  })

const notATable = (table: string, type: string) =>
  new ConnectorError({
    code: 'TARGET_MISMATCH',
    message: sentence`${table} is a ${type.toLowerCase().replaceAll('_', ' ')}, not a table.`,
    hint: sentence`Choose another target.`,
  })
