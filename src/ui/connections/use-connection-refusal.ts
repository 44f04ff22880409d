import { connectionTypeOf } from '../../core/connections/connection-type-of.ts'
import { useRefusal } from '../organizations/use-refusal.ts'

/**
 * Why the person may not make or delete a connection of a type: one that brings its own credentials takes what credentials
 * take. Nothing when they may.
 */
export function useConnectionRefusal(): (type: string) => string | undefined {
  const connectionRefusal = useRefusal('connection.write')
  const credentialsRefusal = useRefusal('integration.write')
  return (type) => (connectionTypeOf(type).merged ? credentialsRefusal : undefined) ?? connectionRefusal
}
