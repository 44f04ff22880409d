import { type Act, permissionsFor } from '../../core/catalog/permissions-for.ts'
import { connectionTypeOf } from '../../core/connections/connection-type-of.ts'
import { useDisabledReasonOf } from '../access/use-disabled-reason.ts'

/** The reason why the user may not do it with a connection of a type. Nothing if the user may. */
export function useConnectionDisabledReason(act: Act): (type: string) => string | undefined {
  const reasonOf = useDisabledReasonOf()
  return (type) => reasonOf(permissionsFor('connection', { ownsCredentials: connectionTypeOf(type).merged }, act))
}
