import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { type ConnectorContext, ConnectorError, type Endpoint } from '../../ports/connector.ts'

/** With the addresses and credentials of the stand-in, if one plays the system; otherwise unchanged. @throws ConnectorError */
export async function throughStandIn(
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
    message: sentence`This connection belongs to a stand-in, which this server does not offer.`,
    hint: sentence`Stand-ins are for trying out, and run with "npm start" on one machine. Use a connection to a real system.`,
    retryable: false,
  })
