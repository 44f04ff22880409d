import { connectionTypeOf } from '../../core/connections/connection-type-of.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'

/**
 * Why the person may not make or delete a connection of a type: one that brings its own credentials takes what credentials
 * take. Nothing when they may.
 */
export function useConnectionDisabledReason(): (type: string) => string | undefined {
  const connectionDisabledReason = useDisabledReason('connection.write')
  const credentialsDisabledReason = useDisabledReason('integration.write')
  return (type) => (connectionTypeOf(type).merged ? credentialsDisabledReason : undefined) ?? connectionDisabledReason
}
