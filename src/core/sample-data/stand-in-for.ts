import { CONNECTION_TYPE_NAMES, CONNECTION_TYPES, mayHaveCapability } from '../catalog/connections/connection-types.ts'
import type { IntegrationType } from '../catalog/connections/integration-types.ts'
import type { WantedStandIn } from './stand-ins.ts'

/** The stand-in that shows an integration at work: for the first type of connections that it serves, as a source if it can be one. */
export function standInFor(integration: IntegrationType): WantedStandIn | undefined {
  const type = CONNECTION_TYPE_NAMES.find((name) =>
    CONNECTION_TYPES[name].integrations.some((served) => served === integration),
  )
  return type && { type, capability: mayHaveCapability(type, 'source') ? 'source' : 'destination', integration }
}
