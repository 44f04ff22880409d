import type { ShownValue } from '../../../core/catalog/assistants/bounded-rows.ts'
import type { MaskedColumns } from '../../../core/catalog/assistants/masked-columns.ts'
import { withheldColumns } from '../../../core/catalog/assistants/withheld-columns.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { resolveDrift } from '../../../engine/move/plan/resolve-drift.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'
import type { Source, SourceEntity } from '../../../engine/ports/source.ts'
import type { StepProcess } from '../../../engine/step-process/step-process.ts'
import { withUnderlyingNames } from '../../../engine/transform/columns/column-lineage.ts'
import { type Step, stepsOf } from '../../../engine/transform/columns/step.ts'
import type { StepPreview } from '../../../engine/transform/steps/preview-steps.ts'
import type { ConfiguredStream } from '../../store/flows/flow-config.ts'
import type { StreamColumns } from '../../store/flows/stream-columns.ts'
import { refuseMissing } from '../connections/inspect-source.ts'
import { partnersReader, readWanted, SAMPLE_ROWS } from '../flows/preview-flow.ts'
import { RequestError } from '../request-error.ts'
import { withoutRows } from './without-rows.ts'

/** The step that leaves only the columns that an assistant sees. */
const SHOWN_ID = 'shown'

export interface SampleRequest {
  /** With its settings, as a run takes them. */
  readonly stream: Pick<ConfiguredStream, 'entity' | 'columns' | 'drift'>
  /** All steps of the flow. */
  readonly steps: readonly Step[]
  /** Steps that somebody tries on the rows that are shown without them. */
  readonly tried: readonly Step[]
  /** The columns of the source in the last run that succeeded. */
  readonly known: StreamColumns['columns'] | undefined
  readonly masked: MaskedColumns
  readonly salt: string
}

interface Sampled {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly withheld: readonly string[]
  readonly rows: readonly (readonly ShownValue[])[]
  readonly hasMore: boolean
}

/**
 * Rows of a stream after the steps of its flow, without the columns that no assistant sees: these are taken away before any tried step works, so no
 * step can copy, compare or quote them. @throws ConnectorError, RequestError
 */
export async function sampleAfterSteps(
  source: Source,
  process: StepProcess,
  { stream, steps, tried, known, masked, salt }: SampleRequest,
  signal: AbortSignal,
): Promise<Sampled> {
  const own = stepsOf(steps, stream.entity)
  const joined = own.flatMap(({ type, settings }) => (type === 'join' ? [String(settings['stream'] ?? '')] : []))
  const entities = await source.entities([...new Set([stream.entity, ...joined.filter((name) => name !== '')])])
  const entity =
    entities.find(({ name }) => name === stream.entity) ?? (await refuseMissing(source, stream.entity, 'stream'))
  const input = { entity: entity.name, columns: movedColumns(entity, stream, known) }
  const others = entities.map(({ name, columns }) => ({ entity: name, columns }))
  const { outline } = await process.bind({ input, steps: own, others, pushable: [], salt })
  if (outline.failure) throw new ConnectorError(outline.failure.problem)
  const after = outline.relations.at(-1)?.relation.columns.map(({ name }) => name) ?? []
  const withheld = withheldColumns(after, withUnderlyingNames(outline.lineage.columns, others), masked)
  const columns = after.filter((name) => !withheld.includes(name))
  if (columns.length === 0) return { columns: [], withheld, rows: [], hasMore: false }

  let hasMore = false
  const shown: Step = { id: SHOWN_ID, type: 'select', settings: { columns } }
  const readPartners = partnersReader(source, entities, signal)
  const previews = await process.preview(
    { input, steps: [...own, shown, ...tried], others, salt },
    {
      sample: (wanted) =>
        readWanted(source, entities, wanted, {
          limit: SAMPLE_ROWS,
          onRead: (sample) => {
            hasMore = sample.hasMore
          },
          signal,
        }).catch(failWithoutRows),
      readPartners: (...wanted) => readPartners(...wanted).catch(failWithoutRows),
    },
  )
  const last = previews.at(-1)
  if (!last || last.error) throw failureOf(last, tried)
  return {
    columns: last.columns.map(({ name, label }) => ({ name, type: label })),
    withheld,
    rows: last.rows,
    hasMore: hasMore || last.rowCount > last.rows.length,
  }
}

/** A source that fails in the middle of its rows may quote one. @throws the failure without it */
function failWithoutRows(error: unknown): never {
  throw withoutRows(error)
}

/** The columns that a run would read. @throws ConnectorError when the flow stops at changed columns */
function movedColumns(
  entity: SourceEntity,
  { columns, drift = 'follow' }: SampleRequest['stream'],
  known: SampleRequest['known'],
) {
  const chosen = columns ? entity.columns.filter(({ name }) => columns.includes(name)) : entity.columns
  return resolveDrift(entity, { columns: chosen, areListed: columns !== undefined }, drift, known ?? undefined).columns
}

/** The message of a step of the flow may quote values that are not shown; that of a tried step can only quote what is shown. */
function failureOf(failed: StepPreview | undefined, tried: readonly Step[]): Error {
  if (failed?.error && tried.some(({ id }) => id === failed.id)) return new ConnectorError(failed.error)
  return new RequestError(
    'conflict',
    'STEPS_FAILED',
    sentence`A step of the flow failed on these rows. Somebody can see why in the preview of the editor.`,
  )
}
