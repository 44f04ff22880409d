import { CONNECTION_TYPES, type ConnectionType } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { Connector } from '../../ports/connector.ts'
import { throughStandIn } from './through-stand-in.ts'

/** A connector whose code is loaded at its first use: a process that moves rows between two systems does not need the others in memory. */
export function loadedOnUse(type: ConnectionType, load: () => Promise<Connector>): Connector {
  const { capability } = CONNECTION_TYPES[type]
  const openSource: NonNullable<Connector['openSource']> = async (endpoint, context, ...given) => {
    const connector = await load()
    if (!connector.openSource) throw new Error(`${type} is a source in the catalog only`)
    return connector.openSource(...(await throughStandIn(endpoint, context)), ...given)
  }
  const openDestination: NonNullable<Connector['openDestination']> = async (endpoint, context) => {
    const connector = await load()
    if (!connector.openDestination) throw new Error(`${type} is a destination in the catalog only`)
    return connector.openDestination(...(await throughStandIn(endpoint, context)))
  }
  return defined({
    type,
    test: async (...[given, capability, around]) => {
      const [endpoint, context] = await throughStandIn(given, around)
      return (await load()).test(endpoint, capability, context)
    },
    discover: async (...given) => (await load()).discover(...(await throughStandIn(...given))),
    openSource: capability !== 'destination' ? openSource : undefined,
    openDestination: capability !== 'source' ? openDestination : undefined,
  })
}
