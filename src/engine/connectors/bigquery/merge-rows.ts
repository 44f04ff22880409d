import { defined } from '../../../core/catalog/defined.ts'
import type { VanishedFound } from '../../ports/vanished-rows.ts'
import { newerIn } from '../shared/newer-in.ts'
import type { PublishedRows } from './bigquery-load.ts'
import { hasField } from './bigquery-target.ts'
import { insertedBy, keysJob, labelsOf, updatedBy, vanishedJob } from './commit-jobs.ts'
import { type CommitRequest, type DestinationOptions, fromStaging } from './commit-rows.ts'
import { countKeys, mergeStatement, ORDINAL } from './merge-statement.ts'
import { countVanished, type Vanishing, vanishedClause } from './vanished-statement.ts'

/**
 * Loads the rows beside the table and merges them with one statement. A newer attempt drops the staging table before it begins, so that the
 * merge of a paused attempt finds no rows.
 */
export function mergeRows(
  options: DestinationOptions,
  request: CommitRequest,
  key: readonly string[],
): Promise<PublishedRows> {
  const { columns, highWaterMark, vanishing, accept } = request
  const mark = request.request.vanished?.column
  const keepsNewer = newerIn(request.request.keepsNewer, orderedColumns(request))
  return fromStaging(options, request, [...columns, ORDINAL], async ({ rows, runCommit, ...tables }) => {
    const superseded = rows - (await countStagedKeys(options, request, { ...tables, key }))
    const found = vanishing && accept && (await findVanished(options, request, { ...tables, key, vanishing }))
    if (found) accept?.(found)
    const merge = {
      ...tables,
      columns,
      key,
      ...defined({ keepsNewer, mark, vanished: vanishing && found ? vanishedClause(vanishing) : undefined }),
    }
    const coming = rows - superseded
    const job = await runCommit(mergeStatement(merge), labelsOf(highWaterMark, coming))
    // Of a script of several statements BigQuery counts no rows.
    const outdated = keepsNewer && merge.added.length === 0 ? coming - insertedBy(job) - updatedBy(job) : undefined
    return defined({ rows, repeated: 0, superseded, outdated, vanished: found?.vanished })
  })
}

async function countStagedKeys(
  { dataset, location, signal }: DestinationOptions,
  { loadId, request }: CommitRequest,
  tables: Parameters<typeof countKeys>[0],
): Promise<number> {
  const query = { query: countKeys(tables), useLegacySql: false }
  const [keys] = await dataset.ask(keysJob(loadId, request.fence), location, { query }, signal)
  return Number(keys)
}

/** Those of the table by which BigQuery orders as other systems do. */
const orderedColumns = ({ columns, existing }: CommitRequest): readonly string[] =>
  columns
    .filter(({ name, type }) => ORDERED.has(type) && hasField(existing?.fields ?? [], name))
    .map(({ name }) => name)

const ORDERED: ReadonlySet<string> = new Set(['INT64', 'NUMERIC', 'BIGNUMERIC', 'DATE', 'DATETIME', 'TIMESTAMP'])

async function findVanished(
  { dataset, location, signal }: DestinationOptions,
  { loadId, request }: CommitRequest,
  tables: Parameters<typeof countVanished>[0] & { readonly vanishing: Vanishing },
): Promise<VanishedFound> {
  const query = { query: countVanished(tables, tables.vanishing), useLegacySql: false }
  const [rows, vanished] = await dataset.ask(vanishedJob(loadId, request.fence), location, { query }, signal)
  return { rows: Number(rows), vanished: Number(vanished) }
}
