import { withSide } from '../../connectors/shared/with-side.ts'
import { ConnectorError, type Side } from '../../ports/connector.ts'

/** Records at which end an error happened. */
export const errorAt = (side: Side, error: unknown): unknown =>
  error instanceof ConnectorError ? new ConnectorError(withSide(error.problem, side), { cause: error }) : error

/** The operations of one end for a stream; their errors include the end. */
export const at = <T>(side: Side, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw errorAt(side, error)
  })
