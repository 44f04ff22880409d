import { countedRows } from '../../../core/catalog/counted.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Deriving } from '../../ports/load.ts'
import type { Source } from '../../ports/source.ts'
import { COMMON_TEXT } from '../../ports/value-type.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import { at, errorAt } from '../run/errors-at.ts'
import { goneSincePlan } from './move-through-steps.ts'
import { readingInvalid } from './reading-invalid.ts'

/** Brings the rows of the tables that the steps of the destination join. @throws ConnectorError, or the signal's reason */
export async function loadOthers(
  stream: PlannedStream,
  deriving: Deriving,
  { source, signal }: { readonly source: Source; readonly signal: AbortSignal },
): Promise<void> {
  for (const [place, { entity, columns }] of (stream.derived?.others ?? []).entries()) {
    const [joined] = await at('source', source.entities([entity]))
    if (!joined) throw goneSincePlan(entity)
    const sink = await at('destination', deriving.other(place))
    const request = {
      entity: joined,
      columns: columns.map(({ name }) => name),
      format: COMMON_TEXT,
      nativeText: [],
      ...readingInvalid(stream),
    }
    const read = await source.read(request, sink, AbortSignal.any([signal, sink.failure])).catch((error: unknown) => {
      throw errorAt(sink.failure.aborted ? 'destination' : 'source', error)
    })
    const loaded = await at('destination', sink.finish())
    if (read !== loaded) throw miscounted(entity, read, loaded)
    stream.tracker.log(
      'info',
      sentence`To be joined, ${countedRows(read)} of ${entity} have been sent to the destination.`,
      'step',
    )
  }
}

/** The destination runs the last steps. @throws ConnectorError */
export async function deriveRows({ derived, tracker }: PlannedStream, deriving: Deriving): Promise<void> {
  const { rowsWritten: arrived, check } = tracker.progress
  const rows = await at('destination', deriving.derive())
  const steps = derived?.steps ?? 0
  tracker.derive(rows, steps)
  tracker.log('info', ranThere(steps, arrived, check?.state === 'verified'), 'step')
}

/** What was verified is what had arrived before. */
function ranThere(steps: number, arrived: number, isVerified: boolean): Sentence {
  const rows = countedRows(arrived)
  if (steps === 1)
    return isVerified
      ? sentence`The destination ran the last step. Verified before it: ${rows}.`
      : sentence`The destination ran the last step. Counted before it: ${rows}.`
  return isVerified
    ? sentence`The destination ran the last ${steps} steps. Verified before them: ${rows}.`
    : sentence`The destination ran the last ${steps} steps. Counted before them: ${rows}.`
}

const miscounted = (entity: string, read: number, loaded: number) =>
  new ConnectorError({
    code: 'ROW_COUNT_MISMATCH',
    message: sentence`The source sent ${read} rows of ${entity}, and the destination took ${loaded}.`,
    hint: sentence`Nothing was changed. Run again; if it happens again, report it.`,
    retryable: true,
  })
