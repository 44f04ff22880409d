import { type ConnectorContext, ConnectorError } from '../connectors/connector.ts'
import type { Source } from '../connectors/source.ts'
import { readSample } from '../engine/read-sample.ts'
import type { OpenedConnection } from './open-endpoint.ts'
import { Refusal } from './refusal.ts'
import { shownValue } from './shown-value.ts'

/** A view may take for ever; nobody waits for it here. */
const LONGEST_MS = 30_000

export interface ShownRows {
  readonly columns: { readonly name: string; readonly type: string }[]
  readonly rows: (string | null)[][]
  readonly has_more: boolean
  readonly notes: string[]
}

/** The first rows of an entity as they are, at most a hundred. @throws ConnectorError, Refusal */
export async function showRows(
  { connector, endpoint }: OpenedConnection,
  name: string,
  context: ConnectorContext,
): Promise<ShownRows> {
  if (!connector.openSource) {
    throw new Refusal(422, 'NOT_A_SOURCE', 'A connection of this type is written to, not read.', { field: 'entity' })
  }
  const timeout = AbortSignal.timeout(LONGEST_MS)
  const signal = AbortSignal.any([context.signal, timeout])
  try {
    const source = await connector.openSource(endpoint, { ...context, signal })
    try {
      return await rowsOf(source, name, signal)
    } finally {
      await source.close()
    }
  } catch (error) {
    if (!timeout.aborted || context.signal.aborted) throw error
    throw tooSlow(name)
  }
}

async function rowsOf(source: Source, name: string, signal: AbortSignal): Promise<ShownRows> {
  const [entity] = await source.entities([name])
  if (!entity) {
    throw new Refusal(422, 'ENTITY_NOT_FOUND', `The source has no ${name}, or the account may not read it.`, {
      field: 'entity',
    })
  }
  const columns = entity.columns.map(({ name: column }) => column)
  const { rows, hasMore } = await readSample(source, { entity, columns, limit: 100 }, signal)
  return {
    columns: entity.columns.map((column) => ({ name: column.name, type: column.type })),
    rows: rows.map((row) => row.map(shownValue)),
    has_more: hasMore,
    notes: [...(entity.warning === undefined ? [] : [entity.warning]), ...(source.notes?.() ?? [])],
  }
}

const tooSlow = (name: string) =>
  new ConnectorError({
    code: 'SOURCE_TOO_SLOW',
    message: `The source did not give the first rows of ${name} within ${LONGEST_MS / 1_000} seconds.`,
    hint: 'A run may take longer than that: it can be moved all the same.',
    retryable: true,
  })
