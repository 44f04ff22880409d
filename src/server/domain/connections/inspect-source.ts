import { durationWords } from '../../../core/catalog/duration-words.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { type ConnectorContext, ConnectorError } from '../../../engine/ports/connector.ts'
import type { Source } from '../../../engine/ports/source.ts'
import { RequestError } from '../request-error.ts'
import type { OpenedConnection } from './open-endpoint.ts'
import { withAccount } from './with-account.ts'

/** A view may take very long, so the wait is limited. */
const LONGEST_MS = 30_000

interface Wanted {
  readonly entity: string
  /** The request field with the connection. */
  readonly field: string
}

/**
 * Opens a source for a short read, and always closes it.
 * @throws ConnectorError `SOURCE_TOO_SLOW` after 30 s, or the error of the source with the account that it refused;
 * RequestError when the connection is not a source
 */
export async function inspectSource<T>(
  { connector, endpoint }: OpenedConnection,
  { entity, field }: Wanted,
  context: ConnectorContext,
  look: (source: Source, signal: AbortSignal, account: () => string | undefined) => Promise<T>,
): Promise<T> {
  const { openSource } = connector
  if (!openSource) {
    throw new RequestError('invalid', 'NOT_A_SOURCE', sentence`A connection of this type is written to, not read.`, {
      field,
    })
  }
  const timeout = AbortSignal.timeout(LONGEST_MS)
  const signal = AbortSignal.any([context.signal, timeout])
  try {
    return await withAccount(endpoint, { ...context, signal }, async (signingIn, account) => {
      const source = await openSource(endpoint, signingIn)
      try {
        return await look(source, signal, account)
      } finally {
        await source.close()
      }
    })
  } catch (error) {
    if (!timeout.aborted || context.signal.aborted) throw error
    throw tooSlow(entity)
  }
}

/** For an entity that the source did not show. @throws ConnectorError if the account may not read it, RequestError if it does not exist */
export async function refuseMissing(source: Source, entity: string, field: string): Promise<never> {
  await refuseHidden(source, entity)
  throw entityMissing(entity, field)
}

/** @throws ConnectorError if the account may not read the entity, which the source did not show */
export async function refuseHidden(source: Source, entity: string): Promise<void> {
  const refusal = await source.refusal?.(entity, [])
  if (refusal) throw new ConnectorError(refusal.problem)
}

/** The error for an entity that the source does not have. */
const entityMissing = (entity: string, field: string): RequestError =>
  new RequestError(
    'invalid',
    'ENTITY_NOT_FOUND',
    sentence`The source has no ${entity}, or the account may not read it.`,
    {
      field,
    },
  )

const tooSlow = (entity: string) =>
  new ConnectorError({
    code: 'SOURCE_TOO_SLOW',
    message: sentence`Looking at ${entity} took more than ${durationWords(LONGEST_MS / 1_000)}.`,
    hint: sentence`A run may take longer than that: it can be moved all the same.`,
    retryable: true,
  })
