import type { MaskedColumns } from '../../../core/catalog/assistants/masked-columns.ts'
import { withheldColumns } from '../../../core/catalog/assistants/withheld-columns.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { partWindow } from '../../../engine/move/plan/part-window.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { Source, SourceEntity } from '../../../engine/ports/source.ts'
import type { ConfiguredStream } from '../../store/flows/flow-config.ts'
import { findFlow } from '../../store/flows/flows.ts'
import type { BackfillPart } from '../../store/runs/run-work.ts'
import { inspectSource, refuseMissing } from '../connections/inspect-source.ts'
import type { Opening } from '../connections/open-endpoint.ts'
import { openDrawnSource } from '../flows/open-drawn-flow.ts'
import { readMaskedColumnsOf } from '../flows/read-masked-columns.ts'
import { requireValuesShown } from '../flows/require-values-shown.ts'
import type { Member } from '../members/member.ts'
import { notFound, RequestError } from '../request-error.ts'
import { type BackfillParts, streamFor } from './backfill-flow.ts'

export interface Counted {
  readonly entity: string
  /** Rows of the source in the part. */
  readonly rows: number
}

/** Counts, at the source, the rows that a backfill would read. @throws RequestError, or ConnectorError when the source cannot be read */
export async function countBackfill(
  opening: Opening,
  { organizationId, person }: Member,
  { flowId, parts }: BackfillParts,
  context: ConnectorContext,
): Promise<Counted[]> {
  const { database } = opening
  const flow = await database.inOrganization(organizationId, (query) => findFlow(query, organizationId, flowId))
  if (!flow) throw notFound()
  const wanted = parts.map((part, index) => ({ part, stream: streamFor(flow.config.streams, part, index) }))
  const masked = person.isForModel ? await readMasks(opening, organizationId, flow.source.id, parts) : undefined
  const opened = await openDrawnSource(opening, organizationId, flow.source.id)
  const looking = { entity: parts.map(({ entity }) => entity).join(', '), field: 'streams' }
  return inspectSource(opened, looking, context, async (source) => {
    const counted: Counted[] = []
    for (const { part, stream } of wanted) counted.push(await countPart(source, part, stream, masked))
    return counted
  })
}

/** What an assistant does not see. @throws RequestError for a part of a table unless the organization shows values to assistants */
const readMasks = (
  { database, vault }: Pick<Opening, 'database' | 'vault'>,
  organizationId: string,
  source: string,
  parts: readonly BackfillPart[],
): Promise<MaskedColumns> =>
  database.inOrganization(organizationId, async (query) => {
    if (parts.some(({ from, to }) => from !== undefined || to !== undefined))
      await requireValuesShown(query, organizationId)
    return readMaskedColumnsOf(query, vault, organizationId, source)
  })

/** Counts of ever smaller parts would tell each value. @throws RequestError for a cursor that a flow masks */
function refuseGuesses({ name: entity, columns }: SourceEntity, cursor: string, masked: MaskedColumns): void {
  const { behind } = columns.find(({ name }) => name === cursor) ?? {}
  const origin = { name: cursor, from: [{ entity, column: cursor, ...defined({ behind }) }] }
  if (withheldColumns([cursor], [origin], masked).length > 0)
    throw new RequestError(
      'forbidden',
      'COLUMN_MASKED',
      sentence`A flow masks ${cursor} of ${entity}, so no assistant counts rows by it.`,
    )
}

async function countPart(
  source: Source,
  part: BackfillPart,
  stream: ConfiguredStream,
  masked: MaskedColumns | undefined,
): Promise<Counted> {
  const { entity: name, from, to } = part
  const entity =
    (await source.entities([name])).find((found) => found.name === name) ??
    (await refuseMissing(source, name, 'streams'))
  if (masked) refuseGuesses(entity, stream.cursor ?? '', masked)
  if (!source.sums)
    throw new RequestError(
      'conflict',
      'CANNOT_COUNT',
      sentence`This source cannot count rows without reading them: start the backfill without the number.`,
    )
  const bounds = defined({ from, to })
  const window = await partWindow(source, entity, { column: stream.cursor ?? '', part: bounds })
  const found = await source.sums.digest(defined({ entity, window }), undefined)
  return { entity: name, rows: found?.rows ?? 0 }
}
