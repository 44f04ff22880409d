import { sentence } from '../../../core/catalog/sentence.ts'
import { partWindow } from '../../../engine/move/plan/part-window.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { Source } from '../../../engine/ports/source.ts'
import type { Database } from '../../store/database/database.ts'
import type { ConfiguredStream } from '../../store/flows/flow-config.ts'
import { findFlow } from '../../store/flows/flows.ts'
import type { BackfillPart } from '../../store/runs/runs.ts'
import { lookIntoSource, refuseMissing } from '../connections/look-into-source.ts'
import type { Opening } from '../connections/open-endpoint.ts'
import { openDrawnSource } from '../flows/open-drawn-flow.ts'
import { readMaskedColumns } from '../flows/read-masked-columns.ts'
import { requireValuesShown } from '../flows/require-values-shown.ts'
import type { Member } from '../members/member.ts'
import { invalid, notFound, RequestError } from '../request-error.ts'
import type { StartedRun, StartRun } from './start-run.ts'

interface Wanted {
  readonly flowId: string
  readonly parts: readonly BackfillPart[]
}

export interface Counted {
  readonly entity: string
  /** Rows of the source in the part. */
  readonly rows: number
}

/** Reads parts of tables again and upserts their rows, with a receipt of its own; the position of each stream stays. @throws RequestError */
export async function backfillFlow(
  { database, startRun }: Pick<Opening, 'database'> & { readonly startRun: StartRun },
  { organizationId, person }: Member,
  { flowId, parts, dry }: Wanted & { readonly dry: boolean },
): Promise<StartedRun> {
  const flow = await database.inOrganization(organizationId, (query) => findFlow(query, organizationId, flowId))
  if (!flow) throw notFound()
  for (const [index, part] of parts.entries()) streamFor(flow.config.streams, part, index)
  return startRun({
    organizationId,
    flowId,
    trigger: 'person',
    by: { person, action: dry ? 'run.dry' : 'run.backfilled' },
    only: parts.map(({ entity }) => entity),
    backfill: parts,
    dry,
  })
}

/** Counts, at the source, the rows that a backfill would read. @throws RequestError, or ConnectorError when the source cannot be read */
export async function countBackfill(
  opening: Opening,
  { organizationId, person }: Member,
  { flowId, parts }: Wanted,
  context: ConnectorContext,
): Promise<Counted[]> {
  const { database } = opening
  const flow = await database.inOrganization(organizationId, (query) => findFlow(query, organizationId, flowId))
  if (!flow) throw notFound()
  const wanted = parts.map((part, index) => ({ part, stream: streamFor(flow.config.streams, part, index) }))
  if (person.isForModel) await refuseGuesses(database, organizationId, { source: flow.source.id, wanted })
  const opened = await openDrawnSource(opening, organizationId, flow.source.id)
  const looking = { entity: parts.map(({ entity }) => entity).join(', '), field: 'streams' }
  return lookIntoSource(opened, looking, context, async (source) => {
    const counted: Counted[] = []
    for (const { part, stream } of wanted) counted.push(await countPart(source, part, stream))
    return counted
  })
}

interface Guesses {
  readonly source: string
  readonly wanted: readonly { readonly part: BackfillPart; readonly stream: ConfiguredStream }[]
}

/**
 * Counts of ever smaller parts would tell each value.
 * @throws RequestError for a cursor that a flow masks, and for a part of a table unless the organization shows values to assistants
 */
async function refuseGuesses(database: Database, organizationId: string, { source, wanted }: Guesses) {
  const masked = await database.inOrganization(organizationId, async (query) => {
    if (wanted.some(({ part }) => part.from !== undefined || part.to !== undefined))
      await requireValuesShown(query, organizationId)
    return readMaskedColumns(query, organizationId, source)
  })
  for (const {
    stream: { entity, cursor = '' },
  } of wanted)
    if (masked.has({ entity, column: cursor }))
      throw new RequestError(
        'forbidden',
        'COLUMN_MASKED',
        sentence`A flow masks ${cursor} of ${entity}, so no assistant counts rows by it.`,
      )
}

async function countPart(source: Source, part: BackfillPart, stream: ConfiguredStream): Promise<Counted> {
  const { entity: name, from, to } = part
  const entity =
    (await source.entities([name])).find((found) => found.name === name) ??
    (await refuseMissing(source, name, 'streams'))
  if (!source.digest)
    throw new RequestError(
      'conflict',
      'CANNOT_COUNT',
      sentence`This source cannot count rows without reading them: start the backfill without the number.`,
    )
  const bounds = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const window = await partWindow(source, entity, { column: stream.cursor ?? '', part: bounds })
  const found = await source.digest({ entity, ...(window && { window }) }, undefined)
  return { entity: name, rows: found?.rows ?? 0 }
}

/** @returns the stream whose rows can be read again without harm. @throws RequestError */
function streamFor(streams: readonly ConfiguredStream[], { entity }: BackfillPart, index: number) {
  const field = `streams.${index}.entity`
  const stream = streams.find((one) => one.entity === entity)
  if (!stream) throw invalid(sentence`This flow has no stream of ${entity}.`, field)
  if (stream.mode === 'replace')
    throw cannot(sentence`${entity} is replaced in every run: run the flow to read it again.`, field)
  if (stream.mode === 'append')
    throw cannot(sentence`Rows of ${entity} are appended: they would be there twice. Use the mode "upsert".`, field)
  if (stream.cursor === undefined)
    throw cannot(sentence`Every run reads all rows of ${entity}: run the flow to read it again.`, field)
  return stream
}

const cannot = (message: Parameters<typeof invalid>[0], field: string) =>
  new RequestError('conflict', 'CANNOT_BACKFILL', message, { field })
