import {
  type Capability,
  CONNECTION_TYPES,
  type ConnectionType,
  mayHaveCapability,
} from '../../../core/catalog/connections/connection-types.ts'
import type { IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { oneOf } from '../../../core/catalog/sentence-lists.ts'
import { checkFields } from '../credentials/check-credentials.ts'
import { invalid, RequestError } from '../request-error.ts'

/** `both` is the default in the API, so for a type with only one capability it means that one. @throws RequestError */
export function checkCapability(type: ConnectionType, capability: Capability): Capability {
  const own: Capability = CONNECTION_TYPES[type].capability
  if (capability === 'both') return own
  if (mayHaveCapability(type, capability)) return capability
  const { label } = CONNECTION_TYPES[type]
  throw invalid(
    own === 'source' ? sentence`${label} can only be a source` : sentence`${label} can only be a destination`,
    'capability',
  )
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
      sentence`${label} needs an integration of type ${oneOf(integrations)}`,
      {
        field: 'integration_id',
      },
    )
  }
}
