import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import { type DryRunLoad, type DryRunRows, type RowChange, SHOWN_CHARACTERS, SHOWN_ROWS } from '../../ports/dry-run.ts'
import type { RowChecks } from '../../ports/target.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import type { Field } from '../../ports/value-type.ts'
import type { VanishedFound } from '../../ports/vanished-rows.ts'
import { countingLoad } from '../shared/counting-load.ts'
import { sourceKey } from '../shared/row-key.ts'
import { newRowsQuery } from './append-statement.ts'
import { BigqueryLoad, type LoadOptions } from './bigquery-load.ts'
import { hasField } from './bigquery-target.ts'
import { commitJob } from './commit-jobs.ts'
import { type CommitRequest, type DestinationOptions, fromStaging, type StagedRows } from './commit-rows.ts'
import type { Table } from './dataset.ts'
import { differenceQuery, lastOf, samplingQuery } from './difference-query.ts'
import { quote } from './merge-statement.ts'

/** All rows are new, so nothing is uploaded or asked. @param checks as of `Target` */
export function allNewLoad(columns: readonly string[], checks: RowChecks): DryRunLoad {
  const load = countingLoad(checks)
  const decoder = new RowDecoder({ showsReplacements: true })
  const sample: RowChange[] = []
  let created = 0
  return {
    ...load,
    write: (frames, rows) => {
      created += rows
      if (sample.length < SHOWN_ROWS)
        sample.push(
          ...decoder
            .push(frames)
            .slice(0, SHOWN_ROWS - sample.length)
            .map(shown),
        )
      return load.write(frames, rows)
    },
    compare: async () => ({ difference: { created, changed: 0, removed: 0, unchanged: 0 }, columns, sample }),
  }
}

const shown = (row: readonly Field[]): RowChange => ({
  after: row.map((text) => text?.slice(0, SHOWN_CHARACTERS) ?? null),
})

interface DryRun {
  readonly work: Omit<CommitRequest, 'uris' | 'highWaterMark' | 'accept'> & { readonly existing: Table }
  readonly staged: LoadOptions['columns']
  readonly key: readonly string[] | undefined
  readonly overlap: TargetRequest['overlap']
}

/** Stages the rows as a run would, compares them there by one query, and drops them. The target is only read. */
export function comparingLoad(
  options: DestinationOptions,
  places: Pick<LoadOptions, 'prefix' | 'fenceMarker'>,
  dryRun: DryRun,
): DryRunLoad {
  let compared: DryRunRows | undefined
  const load = new BigqueryLoad({
    ...places,
    columns: dryRun.staged,
    ...defined({ key: dryRun.key }),
    bucket: options.bucket,
    cleaningBucket: async () => (await options.cleaning()).bucket,
    commit: (uris, highWaterMark, accept) =>
      fromStaging(options, { ...dryRun.work, uris, highWaterMark }, dryRun.staged, async (staged) => {
        compared = await compareStaged(options, dryRun, staged, accept)
        return { rows: staged.rows, repeated: 0 }
      }),
  })
  return Object.assign(load, {
    compare: async (accept?: (found: VanishedFound) => void) => {
      await load.commit(undefined, accept)
      return compared ?? { difference: { created: 0, changed: 0, removed: 0, unchanged: 0 }, columns: [], sample: [] }
    },
  })
}

async function compareStaged(
  { dataset, location, signal }: DestinationOptions,
  dryRun: DryRun,
  staged: StagedRows,
  accept: ((found: VanishedFound) => void) | undefined,
): Promise<DryRunRows> {
  const { request, loadId, vanishing } = dryRun.work
  const { query, comparesAll, shown } = queryOf(dryRun, staged, accept !== undefined)
  const job = { query, useLegacySql: false }
  const bytes = await dataset.processedBy(location, job)
  const answer = await dataset.ask(commitJob(loadId, request.fence), location, { query: job }, signal)
  const numbers = answer.slice(0, -1).map(Number)
  const [coming = 0, created = 0, changed = 0, removed = 0, there = 0] = comparesAll
    ? numbers
    : [staged.rows, numbers[0]]
  if (vanishing && accept) accept({ rows: there, vanished: removed })
  const isMarked = vanishing?.handling.column !== undefined
  const unchanged = comparesAll || dryRun.overlap ? coming - created - changed : 0
  return defined({
    difference: defined({
      created,
      changed,
      removed: isMarked ? 0 : removed,
      unchanged,
      marked: isMarked ? removed : undefined,
    }),
    columns: shown.map(({ name }) => name),
    sample: (JSON.parse(`[${answer.at(-1)}]`) as [RowChange['before'] | null, RowChange['after'] | null][]).map(
      ([before, after]): RowChange => defined({ before: before ?? undefined, after: after ?? undefined }),
    ),
    notes: bytes === undefined ? undefined : [costNote(bytes)],
  })
}

/** The columns that the target has already. */
const comparedColumns = ({ work: { columns, existing } }: DryRun) =>
  columns.flatMap(({ name }) => existing.fields.find((field) => field.name.toLowerCase() === name.toLowerCase()) ?? [])

function queryOf(dryRun: DryRun, { target, staging, added }: StagedRows, findsVanished: boolean) {
  const { key, overlap, work } = dryRun
  const { columns, request, vanishing } = work
  const { mode } = request
  const compared = comparedColumns(dryRun)
  const isCompared = (name: string) => hasField(compared, name)
  if (mode === 'append' && overlap)
    return {
      query: samplingQuery(newRowsQuery({ target, staging, columns, added, overlap }), compared),
      shown: compared,
      comparesAll: false,
    }
  if (mode === 'append' || compared.length === 0 || !(key ?? []).every(isCompared)) {
    const rows = `SELECT * FROM ${quote(staging)} WHERE TRUE${key ? ` ${lastOf(key)}` : ''}`
    return { query: samplingQuery(rows, columns), shown: columns, comparesAll: false }
  }
  const known = key ?? sourceKey(request.columns)
  const shown = columns.map((column) => compared.find((field) => hasField([field], column.name)) ?? column)
  const query = differenceQuery(
    defined({
      staging,
      target,
      mode,
      columns: shown,
      added: columns.flatMap(({ name }) => (isCompared(name) ? [] : [name])),
      key: known.every(isCompared) ? known : [],
      vanishing: vanishing && findsVanished ? vanishing : undefined,
    }),
  )
  return { query, shown, comparesAll: true }
}

const costNote = (bytes: number) =>
  sentence`Comparing the rows is a query. BigQuery estimates that it processes ${megabytes(bytes)} MB, which Google charges like any query.`

/** Rounded up; small amounts with one digit after the point. */
const megabytes = (bytes: number): number =>
  bytes < 10_000_000 ? Math.ceil(bytes / 100_000) / 10 : Math.ceil(bytes / 1_000_000)
