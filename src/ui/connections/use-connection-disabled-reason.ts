import { connectionTypeOf } from '../../core/connections/connection-type-of.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'

/**
 * The reason why the user may not create or delete a connection of a type: for a type with its own credentials, the permissions for credentials
 * are needed. Nothing if the user may.
 */
export function useConnectionDisabledReason(): (type: string) => string | undefined {
  const connectionDisabledReason = useDisabledReason('connection.write')
  const credentialsDisabledReason = useDisabledReason('integration.write')
  return (type) => (connectionTypeOf(type).merged ? credentialsDisabledReason : undefined) ?? connectionDisabledReason
}
