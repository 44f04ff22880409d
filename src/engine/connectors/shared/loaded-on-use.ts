import { CONNECTION_TYPES, type ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import type { Connector } from '../../ports/connector.ts'

/** A connector whose code is loaded at its first use: a process that moves rows between two systems does not need the others in memory. */
export function loadedOnUse(type: ConnectionType, load: () => Promise<Connector>): Connector {
  const { capability } = CONNECTION_TYPES[type]
  const openSource: NonNullable<Connector['openSource']> = async (...given) => {
    const connector = await load()
    if (!connector.openSource) throw new Error(`${type} is a source in the catalog only`)
    return connector.openSource(...given)
  }
  const openDestination: NonNullable<Connector['openDestination']> = async (...given) => {
    const connector = await load()
    if (!connector.openDestination) throw new Error(`${type} is a destination in the catalog only`)
    return connector.openDestination(...given)
  }
  return {
    type,
    test: async (...given) => (await load()).test(...given),
    discover: async (...given) => (await load()).discover(...given),
    ...(capability !== 'destination' && { openSource }),
    ...(capability !== 'source' && { openDestination }),
  }
}
