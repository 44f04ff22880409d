import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Source, SourceEntity, SourceSums } from '../../ports/source.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import type { PushedSteps } from '../plan/pushed-steps.ts'

/** A second count of the rows that a stream reads, by a separate query. */
export interface SourceCount {
  /**
   * Compares the rows that were read with the count. @returns the count; nothing if the rows were not counted, or if they change meanwhile
   * @throws ConnectorError if rows are missing, or too many
   */
  confirm(read: number): Promise<number | undefined>
}

/** Begins before the rows are read, because what is in no snapshot has to be counted before and afterwards. */
export async function countAtSource(stream: PlannedStream, source: Source, pushed?: PushedSteps): Promise<SourceCount> {
  const { entity, window, keys, steps, tracker } = stream
  const { readLimit, passLimit } = steps?.bound ?? {}
  // Some rows only, by keys or by a limit: their number is no fact about the source.
  if (keys || readLimit !== undefined || passLimit !== undefined) return { confirm: async () => undefined }
  if (pushed?.rows !== undefined) return { confirm: async () => pushed.rows }
  const { sums } = source
  if (!sums) return { confirm: async () => undefined }
  const count = () => countedBy(sums, defined({ entity, window }))
  const before = mayChange(entity) ? await count() : undefined
  return {
    async confirm(read) {
      const found = before ?? (await count())
      if (found === undefined || found === read) return found
      const after = mayChange(entity) ? await count() : found
      if (after === undefined) return undefined
      // Two equal counts speak against the read; two different ones only say that the rows change.
      if (after === found) throw miscounted(entity.name, found, read)
      tracker.log(
        'info',
        sentence`${entity.name} changed while it was read: the source counted ${found} rows before and ${after} afterwards, and sent ${read}.`,
        'source',
      )
      return undefined
    },
  }
}

/** Relations that are not part of a snapshot, or that call functions with changing values. */
const mayChange = ({ kind, warning }: SourceEntity): boolean =>
  kind === 'view' || kind === 'foreign table' || warning !== undefined

async function countedBy(sums: SourceSums, part: Parameters<SourceSums['digest']>[0]): Promise<number | undefined> {
  try {
    return (await sums.digest(part, undefined))?.rows
  } catch (error) {
    // What can be read and not counted is read; a lost connection also ends the read.
    if (error instanceof ConnectorError && !error.problem.retryable) return undefined
    throw error
  }
}

const miscounted = (entity: string, counted: number, read: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`The source counts ${counted} rows of ${entity}, but sent ${read}.`,
    hint: sentence`Nothing was changed. Run again; if it happens again, a limit of the server, of the account or of a proxy between cuts what it sends.`,
    retryable: true,
  })
