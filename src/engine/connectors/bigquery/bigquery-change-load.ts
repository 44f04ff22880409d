import type { ChangeLoad, ChangeLoadRequest } from '../../ports/change-batch.ts'
import type { LogPosition } from '../../ports/change-source.ts'
import { SqlChangeLoad } from '../sql/changes/sql-change-load.ts'
import { TableStates } from '../sql/changes/table-states.ts'
import { fenced } from './attempt-places.ts'
import { BigqueryChangeSession } from './bigquery-change-session.ts'
import { type Asking, BigqueryStates } from './bigquery-states.ts'
import { tableName } from './bigquery-target.ts'
import { CommitJob } from './commit-job.ts'
import type { DestinationOptions } from './commit-rows.ts'
import { DEFAULT_PACE_MS, paceOf } from './mirror-pace.ts'
import { type MirrorPlace, mirrorPlace } from './mirror-place.ts'
import { MirrorStaging } from './mirror-staging.ts'
import { createStatements, type MirrorTables, mirrorTables } from './mirror-tables.ts'
import { NotedCopies } from './noted-copies.ts'
import { requireOwn } from './other-mirrors.ts'
import { literal } from './string-literal.ts'

/** A mirror without changes stores its place after some batches; one that is slower still counts as alive. */
const ALIVE_BATCHES = 10
const LEAST_ALIVE_MS = 120_000

/** How often copies are looked for. */
const LOOK_MS = 10_000

/** Locks out older followers of the same mirror, and reads how far they came. @throws ConnectorError */
export async function openBigqueryChangeLoad(
  options: DestinationOptions,
  request: ChangeLoadRequest,
): Promise<ChangeLoad> {
  const { dataset, location, signal } = options
  const { fence, everyMs = DEFAULT_PACE_MS } = request
  const place = mirrorPlace(fence, dataset)
  const tables = mirrorTables(dataset.id, place.id)
  const ask = asking(options, place)
  const aliveSeconds = Math.ceil(Math.max(LEAST_ALIVE_MS, everyMs * ALIVE_BATCHES) / 1_000)
  const targetOf = (entity: string) => tableName(request.targets.get(entity) ?? entity)
  const targets = new Map([...request.targets.keys()].map((entity) => [entity, targetOf(entity)]))
  await ask(createStatements(tables))
  await requireOwn(options, place.id, [...targets.values()])
  const position = await raise(ask, tables, { fence, aliveSeconds })
  const staging = new MirrorStaging(options, place)
  await staging.dropOlder()
  const store = new BigqueryStates({ ask, tables, staging, targetOf })
  const states = new TableStates(store, { ...request, targets })
  await states.read()
  const commitJob = new CommitJob({ dataset, location, signal, tables, place, epoch: fence.epoch, aliveSeconds })
  const copies = new NotedCopies({ dataset, location, ask, tables, keptMs: Math.min(LOOK_MS, everyMs) })
  const parts = { staging, states: store, commitJob, copies, position }
  const session = new BigqueryChangeSession({ ...options, ...parts })
  const load = new SqlChangeLoad(request, { session, position, states, explain: (error) => error as Error })
  return Object.assign(load, { pace: paceOf(everyMs) })
}

function asking({ dataset, location, signal }: DestinationOptions, place: MirrorPlace): Asking {
  let number = 0
  return (query) =>
    dataset.askRows(place.jobOf(`ask${++number}`), location, { query: { query, useLegacySql: false } }, signal)
}

/** @returns how far the mirror has come. @throws ConnectorError `FENCED` */
async function raise(
  ask: Asking,
  { position }: MirrorTables,
  { fence: { flowId, epoch }, aliveSeconds }: Pick<ChangeLoadRequest, 'fence'> & { readonly aliveSeconds: number },
): Promise<LogPosition | undefined> {
  const until = `TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL ${aliveSeconds} SECOND)`
  await ask(`MERGE ${position} AS target
USING (SELECT ${literal(flowId)} AS flow_id) AS staged
ON target.flow_id = staged.flow_id
WHEN MATCHED AND target.epoch < ${epoch} THEN UPDATE SET epoch = ${epoch}, alive_until = ${until}
WHEN NOT MATCHED THEN INSERT (flow_id, epoch, position, alive_until) VALUES (staged.flow_id, ${epoch}, NULL, ${until})`)
  const [[own, place] = []] = await ask(`SELECT epoch, position FROM ${position}`)
  if (own !== String(epoch)) throw fenced()
  return place ?? undefined
}
