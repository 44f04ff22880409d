import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import type { ConfiguredStream } from '../../store/flows/flow-config.ts'
import { findFlow } from '../../store/flows/flows.ts'
import type { BackfillPart } from '../../store/runs/run-work.ts'
import type { Member } from '../members/member.ts'
import { invalid, notFound, RequestError } from '../request-error.ts'
import type { StartedRun, StartRun } from './start-run.ts'

export interface BackfillParts {
  readonly flowId: string
  readonly parts: readonly BackfillPart[]
}

/** Reads parts of tables again and upserts their rows, with a receipt of its own; the position of each stream stays. @throws RequestError */
export async function backfillFlow(
  { database, startRun }: { readonly database: Database; readonly startRun: StartRun },
  { organizationId, person }: Member,
  { flowId, parts, dry }: BackfillParts & { readonly dry: boolean },
): Promise<StartedRun> {
  const flow = await database.inOrganization(organizationId, (query) => findFlow(query, organizationId, flowId))
  if (!flow) throw notFound()
  for (const [index, part] of parts.entries()) streamFor(flow.config.streams, part, index)
  return startRun({
    organizationId,
    flowId,
    trigger: 'person',
    by: { person, action: dry ? 'run.dry' : 'run.backfilled' },
    work: { kind: dry ? 'dry-run' : 'backfill', only: parts.map(({ entity }) => entity), parts },
  })
}

/** @returns the stream whose rows can be read again without harm. @throws RequestError */
export function streamFor(streams: readonly ConfiguredStream[], { entity }: BackfillPart, index: number) {
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
