import { CONNECTION_TYPES, type ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import { canCopyStructure } from '../../../core/catalog/policies/structure-policies.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'
import { invalid } from '../request-error.ts'

/** @throws RequestError invalid with the field, if the structure cannot come between these two systems */
export function refuseImpossibleStructure(
  { structure }: FlowConfig,
  source: { readonly type: ConnectionType },
  destination: { readonly type: ConnectionType },
): void {
  if (structure === undefined || canCopyStructure(source.type, destination.type)) return
  const ends = [source, destination].map(({ type }) => CONNECTION_TYPES[type].label)
  throw invalid(
    sentence`The structure cannot come along from ${ends[0] ?? ''} to ${ends[1] ?? ''}. Choose only the rows, or other connections.`,
    'config.structure',
  )
}
