import { readSample } from '../../../engine/move/plan/read-sample.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { Source } from '../../../engine/ports/source.ts'
import type { StepProcess } from '../../../engine/step-process/step-process.ts'
import type { StepProcesses } from '../../../engine/step-process/step-processes.ts'
import { type Step, stepsOf } from '../../../engine/transform/columns/step.ts'
import type { StepPreview } from '../../../engine/transform/steps/preview-steps.ts'
import { entityMissing, lookIntoSource } from '../connections/look-into-source.ts'
import type { OpenedConnection } from '../connections/open-endpoint.ts'
import { shownValue } from '../connections/shown-value.ts'

/** Number of the stream's rows that go through the steps. */
const SAMPLE_ROWS = 1_000

/** More rows of the other stream of a join, so that a sample finds matches. */
const JOINED_ROWS = 10_000

export interface FlowPreviewRequest {
  readonly stream: string
  readonly steps: readonly Step[]
  /** The last step to show. Absent: all. */
  readonly upTo: string | undefined
  readonly salt: string
}

/** A stream's first rows, and the result of each step. @throws ConnectorError or RequestError for the source; a step's own error is in the step */
export function previewFlow(
  opened: OpenedConnection,
  { stream, steps, upTo, salt }: FlowPreviewRequest,
  context: ConnectorContext,
  stepProcesses: StepProcesses,
) {
  const own = stepsOf(steps, stream)
  const last = own.findIndex(({ id }) => id === upTo)
  const shown = last < 0 ? own : own.slice(0, last + 1)
  return lookIntoSource(opened, { entity: stream, field: 'source' }, context, (source, signal) =>
    stepProcesses.use(signal, (process) => preview(source, process, { stream, steps: shown, salt, signal })),
  )
}

interface SourcePreview {
  readonly stream: string
  readonly steps: readonly Step[]
  readonly salt: string
  readonly signal: AbortSignal
}

async function preview(source: Source, process: StepProcess, { stream, steps, salt, signal }: SourcePreview) {
  const joined = steps.flatMap(({ type, settings }) => (type === 'join' ? [String(settings['stream'] ?? '')] : []))
  const entities = await source.entities([...new Set([stream, ...joined.filter((name) => name !== '')])])
  const entity = entities.find(({ name }) => name === stream)
  if (!entity) throw entityMissing(stream, 'stream')
  let sampled = 0
  const inputs = entities.map(({ name, columns }) => ({ entity: name, columns }))
  const input = { entity: entity.name, columns: entity.columns }
  const previews = await process.preview({ input, steps, others: inputs, salt }, async (wanted, isMain) => {
    const read = entities.find((candidate) => candidate.name === wanted.entity) ?? entity
    const names = wanted.columns.map((column) => column.name)
    const limit = isMain ? SAMPLE_ROWS : JOINED_ROWS
    const { rows } = await readSample(source, { entity: read, columns: names, limit }, signal)
    if (isMain) sampled = rows.length
    return rows
  })
  return { sampled, steps: previews.map(shown) }
}

const shown = (step: StepPreview): StepPreview => ({ ...step, rows: step.rows.map((row) => row.map(shownValue)) })
