import type { ConnectorContext } from '../connectors/connector.ts'
import type { Source } from '../connectors/source.ts'
import { readSample } from '../engine/read-sample.ts'
import { type PreviewRequest, previewSteps, type StepPreview } from '../transform/preview-steps.ts'
import { type Step, stepsOf } from '../transform/step.ts'
import type { OpenedConnection } from './open-endpoint.ts'
import { Refusal } from './refusal.ts'
import { shownValue } from './shown-value.ts'

/** Rows of the stream that pass the steps. */
const SAMPLE_ROWS = 1_000

/** Of the other stream of a join, more, so that a sample finds its matches. */
const JOINED_ROWS = 10_000

/** The source and the steps together; nobody waits longer in an editor. */
const LONGEST_MS = 30_000

export interface FlowPreviewRequest {
  readonly stream: string
  readonly steps: readonly Step[]
  /** The last step to show. Absent: all. */
  readonly upTo: string | undefined
  readonly salt: string
}

/** A stream's first rows, and what each step makes of them. @throws ConnectorError or Refusal for the source; a step's own error is in the step */
export async function previewFlow(
  { connector, endpoint }: OpenedConnection,
  { stream, steps, upTo, salt }: FlowPreviewRequest,
  context: ConnectorContext,
) {
  if (!connector.openSource) {
    throw new Refusal(422, 'NOT_A_SOURCE', 'A connection of this type is written to, not read.', { field: 'source' })
  }
  const own = stepsOf(steps, stream)
  const last = own.findIndex(({ id }) => id === upTo)
  const shown = last < 0 ? own : own.slice(0, last + 1)
  const timeout = AbortSignal.timeout(LONGEST_MS)
  const signal = AbortSignal.any([context.signal, timeout])
  try {
    const source = await connector.openSource(endpoint, { ...context, signal })
    try {
      return await preview(source, { stream, steps: shown, salt, signal })
    } finally {
      await source.close()
    }
  } catch (error) {
    if (timeout.aborted && !context.signal.aborted) throw tooSlow(stream)
    throw error
  }
}

interface SourcePreview extends Pick<PreviewRequest, 'steps' | 'salt' | 'signal'> {
  readonly stream: string
}

async function preview(source: Source, { stream, steps, salt, signal }: SourcePreview) {
  const joined = steps.flatMap(({ type, settings }) => (type === 'join' ? [String(settings['stream'] ?? '')] : []))
  const entities = await source.entities([...new Set([stream, ...joined.filter((name) => name !== '')])])
  const entity = entities.find(({ name }) => name === stream)
  if (!entity) {
    throw new Refusal(422, 'ENTITY_NOT_FOUND', `The source has no ${stream}, or the account may not read it.`, {
      field: 'stream',
    })
  }
  let sampled = 0
  const previews = await previewSteps({
    input: { entity: entity.name, columns: entity.columns },
    steps,
    source: {
      entities: undefined,
      find: (wanted) => {
        const found = entities.find(({ name }) => name === wanted)
        return found && { entity: found.name, columns: found.columns }
      },
    },
    rowsOf: async ({ entity: name, columns }, isMain) => {
      const read = entities.find((candidate) => candidate.name === name) ?? entity
      const names = columns.map((column) => column.name)
      const limit = isMain ? SAMPLE_ROWS : JOINED_ROWS
      const { rows } = await readSample(source, { entity: read, columns: names, limit }, signal)
      if (isMain) sampled = rows.length
      return rows
    },
    salt,
    signal,
  })
  return { sampled, steps: previews.map(stepToWire) }
}

const stepToWire = ({ id, columns, rows, rowCount, error }: StepPreview) => ({
  id,
  columns: columns.map(({ name, label }) => ({ name, type: label })),
  rows: rows.map((row) => row.map(shownValue)),
  row_count: rowCount,
  ...(rowCount > rows.length && { truncated: true }),
  ...(error && {
    error: {
      code: error.code,
      message: error.message,
      ...(error.hint !== undefined && { hint: error.hint }),
      ...(error.field !== undefined && { field: error.field }),
    },
  }),
})

const tooSlow = (stream: string) =>
  new Refusal(422, 'SOURCE_TOO_SLOW', `The source did not give the first rows of ${stream} in time.`, {
    hint: 'A run may take longer than that: it can be moved all the same.',
  })
