import { sentence } from '../../../core/catalog/sentence.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { Destination } from '../../../engine/ports/destination.ts'
import { RequestError } from '../request-error.ts'
import type { OpenedConnection } from './open-endpoint.ts'

/** Opens a destination to find out what a run would do, and always closes it. @throws ConnectorError; RequestError when the connection is not a destination */
export async function askDestination<T>(
  { connector, endpoint }: OpenedConnection,
  context: ConnectorContext,
  ask: (destination: Destination) => Promise<T>,
): Promise<T> {
  if (!connector.openDestination) {
    const field = 'destination_connection'
    throw new RequestError(
      'invalid',
      'NOT_A_DESTINATION',
      sentence`A connection of this type is read, not written to.`,
      {
        field,
      },
    )
  }
  const destination = await connector.openDestination(endpoint, context)
  try {
    return await ask(destination)
  } finally {
    await destination.close()
  }
}
