import { atSide, type Side } from '../connectors/shared/at-side.ts'
import { ConnectorError } from '../ports/connector.ts'

/** Notes at which end something went wrong. */
export const errorAt = (side: Side, error: unknown): unknown =>
  error instanceof ConnectorError ? new ConnectorError(atSide(error.problem, side), { cause: error }) : error

/** What one end does for a stream: what goes wrong with it says at which end it did. */
export const at = <T>(side: Side, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw errorAt(side, error)
  })
