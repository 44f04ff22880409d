import {
  CONNECTION_TYPES,
  type ConnectionType,
  hasChangeLog,
  takesChanges,
} from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { type Connector, type ConnectorContext, ConnectorError, type Endpoint } from '../../ports/connector.ts'

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
  const changeLog = async () => {
    const connector = await load()
    if (!connector.changeLog) throw new Error(`${type} has a log of changes in the catalog only`)
    return connector.changeLog
  }
  const targetReadiness: NonNullable<Connector['targetReadiness']> = async (endpoint, context, targets) => {
    const connector = await load()
    return (await connector.targetReadiness?.(...(await throughStandIn(endpoint, context)), targets)) ?? []
  }
  const openChangeLoad: NonNullable<Connector['openChangeLoad']> = async (endpoint, context, request) => {
    const connector = await load()
    if (!connector.openChangeLoad) throw new Error(`${type} takes changes in the catalog only`)
    return connector.openChangeLoad(...(await throughStandIn(endpoint, context)), request)
  }
  const openCompared: NonNullable<Connector['openCompared']> = async (endpoint, context) => {
    const connector = await load()
    if (!connector.openCompared) throw new Error(`${type} is compared in the catalog only`)
    return connector.openCompared(...(await throughStandIn(endpoint, context)))
  }
  const changeLoadHindrances: NonNullable<Connector['changeLoadHindrances']> = async (endpoint, context, request) => {
    const connector = await load()
    return (await connector.changeLoadHindrances?.(...(await throughStandIn(endpoint, context)), request)) ?? []
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
    openCompared: takesChanges(type) && capability === 'destination' ? openCompared : undefined,
    changeLog: hasChangeLog(type)
      ? {
          moments: async () => (await changeLog()).moments(),
          open: async (endpoint, context, request) =>
            (await changeLog()).open(...(await throughStandIn(endpoint, context)), request),
        }
      : undefined,
    openChangeLoad: takesChanges(type) ? openChangeLoad : undefined,
    targetReadiness: takesChanges(type) ? targetReadiness : undefined,
    changeLoadHindrances: takesChanges(type) ? changeLoadHindrances : undefined,
  })
}

/** With the addresses and credentials of the stand-in, if one plays the system; otherwise unchanged. @throws ConnectorError */
async function throughStandIn(
  endpoint: Endpoint,
  context: ConnectorContext,
): Promise<readonly [Endpoint, ConnectorContext]> {
  const { standIn: owner, integration, config } = endpoint
  if (!owner) return [endpoint, context]
  const { vendors } = context
  if (!vendors.standIn) throw notOffered()
  const { credentials, addresses, google } = await vendors.standIn(owner, integration, {
    ...endpoint.credentials,
    ...config,
  })
  return [
    { ...endpoint, credentials },
    { ...context, vendors: { ...vendors, addresses, ...defined({ google }) } },
  ]
}

const notOffered = () =>
  new ConnectorError({
    code: 'STAND_IN_OFF',
    message: sentence`This connection belongs to a test account, which this server does not offer.`,
    hint: sentence`Test accounts are for trying out, and run with "npm start" on one machine. Use a connection to a real system.`,
  })
