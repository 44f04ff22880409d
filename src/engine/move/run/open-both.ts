import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError, type Endpoint } from '../../ports/connector.ts'
import type { Destination } from '../../ports/destination.ts'
import { type SessionLimit, sessionLimit } from '../../ports/session-limit.ts'
import type { Source } from '../../ports/source.ts'
import { errorAt } from './errors-at.ts'
import type { MoveRequest } from './move-request.ts'

export interface Ends {
  readonly source: Source
  readonly destination: Destination
}

/** Without `onEvent` the accounts are not reported. */
type Opened = Pick<MoveRequest, 'source' | 'destination' | 'context'> & Partial<Pick<MoveRequest, 'onEvent'>>

/** Opens both ends at once. When one fails, the other is closed again, and the error says which one failed. @throws ConnectorError */
export async function openBoth({ source, destination, context, onEvent }: Opened, snapshot?: string): Promise<Ends> {
  const openSource =
    source.connector.openSource ?? cannot(sentence`Millrace cannot read from ${source.connector.type} yet.`)
  const openDestination =
    destination.connector.openDestination ??
    cannot(sentence`Millrace cannot write to ${destination.connector.type} yet.`)
  const contextAt = (side: 'source' | 'destination', { config }: Endpoint) => ({
    ...context,
    ...defined({ sessions: limitOf(config) }),
    signedIn: (account: string) => onEvent?.({ kind: 'account', side, account }),
  })
  const [from, to] = await Promise.allSettled([
    openSource(source.endpoint, contextAt('source', source.endpoint), snapshot),
    openDestination(destination.endpoint, contextAt('destination', destination.endpoint)),
  ])
  if (from.status === 'fulfilled' && to.status === 'fulfilled') return { source: from.value, destination: to.value }
  if (from.status === 'fulfilled') await from.value.close()
  if (to.status === 'fulfilled') await to.value.close()
  throw from.status === 'rejected'
    ? prefixed(sentence`Source`, errorAt('source', from.reason))
    : prefixed(sentence`Destination`, errorAt('destination', to.status === 'rejected' ? to.reason : undefined))
}

/** A setting of the connection. */
export function limitOf({ max_sessions: most }: Endpoint['config']): SessionLimit | undefined {
  return typeof most === 'number' ? sessionLimit(most) : undefined
}

function cannot(message: Sentence): never {
  throw new ConnectorError({
    code: 'NOT_SUPPORTED',
    message,
  })
}

const prefixed = (end: Sentence, error: unknown) =>
  error instanceof ConnectorError
    ? new ConnectorError({ ...error.problem, message: sentence`${end}: ${error.problem.message}` }, { cause: error })
    : error
