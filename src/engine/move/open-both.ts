import { ConnectorError } from '../ports/connector.ts'
import type { Destination } from '../ports/destination.ts'
import type { Source } from '../ports/source.ts'
import { errorAt } from './errors-at.ts'
import type { MoveRequest } from './move-request.ts'

export interface Ends {
  readonly source: Source
  readonly destination: Destination
}

/** Opens both ends at once. When one fails, the other is closed again, and the error says which one failed. @throws ConnectorError */
export async function openBoth(
  { source, destination, context }: Pick<MoveRequest, 'source' | 'destination' | 'context'>,
  snapshot?: string,
): Promise<Ends> {
  const openSource = source.connector.openSource ?? cannot('read from', source.connector.type)
  const openDestination = destination.connector.openDestination ?? cannot('write to', destination.connector.type)
  const [from, to] = await Promise.allSettled([
    openSource(source.endpoint, context, snapshot),
    openDestination(destination.endpoint, context),
  ])
  if (from.status === 'fulfilled' && to.status === 'fulfilled') return { source: from.value, destination: to.value }
  if (from.status === 'fulfilled') await from.value.close()
  if (to.status === 'fulfilled') await to.value.close()
  throw from.status === 'rejected'
    ? prefixed('Source', errorAt('source', from.reason))
    : prefixed('Destination', errorAt('destination', to.status === 'rejected' ? to.reason : undefined))
}

function cannot(what: string, type: string): never {
  throw new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: `Millrace cannot ${what} ${type} yet.`,
    retryable: false,
  })
}

const prefixed = (end: string, error: unknown) =>
  error instanceof ConnectorError
    ? new ConnectorError({ ...error.problem, message: `${end}: ${error.problem.message}` }, { cause: error })
    : error
