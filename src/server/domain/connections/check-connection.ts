import {
  type Capability,
  CONNECTION_TYPES,
  type ConnectionType,
  mayHaveCapability,
} from '../../../core/catalog/connection-types.ts'
import type { IntegrationType } from '../../../core/catalog/integration-types.ts'
import { checkFields } from '../credentials/check-credentials.ts'
import { invalid, RequestError } from '../request-error.ts'

/** `both` is the default in the API, so for a type with only one capability it means that one. @throws RequestError */
export function checkCapability(type: ConnectionType, capability: Capability): Capability {
  const own: Capability = CONNECTION_TYPES[type].capability
  if (capability === 'both') return own
  if (mayHaveCapability(type, capability)) return capability
  throw invalid(`${CONNECTION_TYPES[type].label} can only be a ${own}`, 'capability')
}

export const checkConfig = (type: ConnectionType, config: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  checkFields(CONNECTION_TYPES[type].fields, config)

/** @throws RequestError when this type of connection cannot use the integration */
export function checkIntegrationType(type: ConnectionType, integration: IntegrationType): void {
  const { integrations, label } = CONNECTION_TYPES[type]
  if (!(integrations as readonly string[]).includes(integration)) {
    throw new RequestError(
      'invalid',
      'WRONG_INTEGRATION',
      `${label} needs an integration of type ${integrations.join(' or ')}`,
      {
        field: 'integration_id',
      },
    )
  }
}
