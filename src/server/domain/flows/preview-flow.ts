import { readSample, type Sample } from '../../../engine/move/plan/read-sample.ts'
import type { PlacedStep } from '../../../engine/move/plan/step-places.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { Condition } from '../../../engine/ports/pushdown.ts'
import type { Source, SourceEntity } from '../../../engine/ports/source.ts'
import { COMMON_TEXT } from '../../../engine/ports/value-type.ts'
import type { StepProcess } from '../../../engine/step-process/step-process.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import { type Step, stepsOf } from '../../../engine/transform/columns/step.ts'
import { SOURCE_ID, type StepsInput } from '../../../engine/transform/steps/bind-steps.ts'
import type { ReadPartners } from '../../../engine/transform/steps/load-partners.ts'
import type { StepPreview } from '../../../engine/transform/steps/preview-steps.ts'
import { inspectSource, refuseHidden, refuseMissing } from '../connections/inspect-source.ts'
import type { OpenedConnection } from '../connections/open-endpoint.ts'
import { shownValue } from '../connections/shown-value.ts'
import { placeSteps } from './place-steps.ts'

/** Number of the stream's rows that go through the steps. */
export const SAMPLE_ROWS = 1_000

/** More rows of a stream of which a condition chooses rows. */
const MORE_ROWS = 10_000

/** How long a preview looks for the partners of its rows in the other stream of a join; it says so if they may not be all. */
const LOOKING_FOR_PARTNERS_MS = 6_000

/** The id of the condition that chooses the rows of a preview, among the steps. */
const WHERE_ID = 'where'

export interface FlowPreviewRequest {
  readonly stream: string
  readonly steps: readonly Step[]
  /** The last step to show. Absent: all. */
  readonly upTo: string | undefined
  /** Only rows for which this condition is true, in the language of filters. Absent: the first rows. */
  readonly where?: string | undefined
  readonly salt: string
  /** In milliseconds. Absent: `LOOKING_FOR_PARTNERS_MS`. */
  readonly looksForPartners?: number | undefined
}

/** Which rows a preview shows. */
export interface PreviewedRows {
  /** Rows that went through the steps. */
  readonly sampled: number
  /** Rows of the source that were read for them. */
  readonly read: number
  /** The source has more rows, which were not read. */
  readonly hasMore: boolean
  /** The columns by which they come: the key of the table. Absent: in no order that is known. */
  readonly orderedBy?: readonly string[]
}

/** The rows after a step, and where a run does it. */
export type PreviewedStep = StepPreview & Partial<Omit<PlacedStep, 'id'>>

interface FlowPreview extends PreviewedRows {
  readonly steps: readonly PreviewedStep[]
}

/**
 * Some rows of a stream, and the result of each step. @throws ConnectorError or RequestError for the source; a step's own error is in the step,
 * that of the condition in a step `where`
 */
export function previewFlow(
  opened: OpenedConnection,
  { stream, steps, upTo, ...request }: FlowPreviewRequest,
  context: ConnectorContext,
  stepProcesses: StepProcesses,
): Promise<FlowPreview> {
  const own = stepsOf(steps, stream)
  const last = own.findIndex(({ id }) => id === upTo)
  const shown = last < 0 ? own : own.slice(0, last + 1)
  return inspectSource(opened, { entity: stream, field: 'source' }, context, (source, signal) =>
    stepProcesses.use(signal, (process) => preview(source, process, { ...request, stream, steps: shown, own, signal })),
  )
}

interface SourcePreview extends Omit<FlowPreviewRequest, 'upTo'> {
  /** All steps of the stream: a later one may say where an earlier one runs. */
  readonly own: readonly Step[]
  readonly signal: AbortSignal
}

async function preview(
  source: Source,
  process: StepProcess,
  { stream, steps, own, where, salt, looksForPartners, signal }: SourcePreview,
): Promise<FlowPreview> {
  const joined = steps.flatMap(({ type, settings }) => (type === 'join' ? [String(settings['stream'] ?? '')] : []))
  const entities = await source.entities([...new Set([stream, ...joined.filter((name) => name !== '')])])
  const entity = entities.find(({ name }) => name === stream) ?? (await refuseMissing(source, stream, 'stream'))
  for (const other of joined) if (!entities.some(({ name }) => name === other)) await refuseHidden(source, other)
  const others = entities.map(({ name, columns }) => ({ entity: name, columns }))
  const input = { entity: entity.name, columns: entity.columns }
  const choice: readonly Step[] = where === undefined ? [] : [{ id: WHERE_ID, type: 'filter', settings: { where } }]
  const narrowing = await narrowingOf(
    source,
    entity,
    await process.bind({ input, steps: choice, others: [], pushable: choice, salt }),
  )
  let main: Omit<Sample, 'rows'> & { readonly read: number } = { read: 0, hasMore: false }
  const previews = await process.preview(
    { input, steps: [...choice, ...steps], others, salt },
    {
      sample: (wanted) =>
        readWanted(source, entities, wanted, {
          limit: where === undefined ? SAMPLE_ROWS : MORE_ROWS,
          narrowedTo: narrowing,
          onRead: ({ rows, ...read }) => {
            main = { read: rows.length, ...read }
          },
          signal,
        }),
      readPartners: partnersReader(source, entities, signal, looksForPartners),
    },
  )
  const chosen = previews.find(({ id }) => id === WHERE_ID)
  const placed = await placeSteps({ source, process, entity, steps: own, others, salt })
  return {
    sampled: chosen ? chosen.rowCount : main.read,
    ...main,
    steps: withChosenAsSource(previews, chosen).map((step) => ({
      ...placed.find(({ id }) => id === step.id),
      ...shownStep(step),
    })),
  }
}

interface WantedRows {
  readonly limit: number
  readonly narrowedTo?: readonly Condition[]
  onRead(sample: Sample): void
  readonly signal: AbortSignal
}

/** The rows of a stream that a preview asks for. @param entities of the source, with the one that is wanted */
export async function readWanted(
  source: Source,
  entities: readonly SourceEntity[],
  wanted: StepsInput,
  { limit, narrowedTo = [], onRead, signal }: WantedRows,
): Promise<Sample['rows']> {
  const entity =
    entities.find(({ name }) => name === wanted.entity) ?? (await refuseMissing(source, wanted.entity, 'stream'))
  const columns = wanted.columns.map(({ name }) => name)
  const sample = await readSample(source, { entity, columns, limit, narrowedTo }, signal)
  onRead(sample)
  return sample.rows
}

/** Reads the rows of other streams that a preview asks for. @param entities of the source, with those that are wanted */
export const partnersReader =
  (
    source: Source,
    entities: readonly SourceEntity[],
    signal: AbortSignal,
    patienceMs = LOOKING_FOR_PARTNERS_MS,
  ): ReadPartners =>
  async ({ entity: name, columns, among }, sink, stop) => {
    const entity = entities.find((one) => one.name === name) ?? (await refuseMissing(source, name, 'stream'))
    const narrowedTo = among.filter((condition) => source.narrows?.(entity, condition))
    const timeout = AbortSignal.timeout(patienceMs)
    try {
      const request = { entity, columns, format: COMMON_TEXT, narrowedTo }
      const rows = await source.read(request, sink, AbortSignal.any([signal, stop, timeout]))
      return { rows, isWhole: true }
    } catch (error) {
      if (signal.aborted || !(stop.aborted || timeout.aborted)) throw error
      return { rows: 0, isWhole: false }
    }
  }

/** The parts of a condition that the source can use while it reads. */
function narrowingOf(
  source: Source,
  entity: SourceEntity,
  { pushdowns }: Awaited<ReturnType<StepProcess['bind']>>,
): readonly Condition[] {
  const parts = (pushdowns.at(-1)?.conditions ?? []).flatMap((condition) =>
    condition.kind === 'and' ? condition.conditions : [condition],
  )
  return parts.filter((part) => source.narrows?.(entity, part))
}

/** The chosen rows are the first that are shown. */
const withChosenAsSource = (previews: readonly StepPreview[], chosen: StepPreview | undefined) =>
  !chosen || chosen.error
    ? previews
    : previews.filter(({ id }) => id !== SOURCE_ID).map((step) => (step === chosen ? { ...step, id: SOURCE_ID } : step))

const shownStep = (step: StepPreview): StepPreview => ({ ...step, rows: step.rows.map((row) => row.map(shownValue)) })
