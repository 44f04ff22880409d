import { sentence } from '../../core/catalog/sentence.ts'
import { type Connector, type ConnectorContext, ConnectorError, type Endpoint } from '../ports/connector.ts'
import { executeSql } from './execute-sql.ts'
import { errorAt } from './run/errors-at.ts'
import type { SqlHooks } from './run/move-request.ts'

interface SqlAfterRequest {
  readonly destination: { readonly connector: Connector; readonly endpoint: Endpoint }
  readonly context: ConnectorContext
  readonly sql: SqlHooks
}

/** Executes only the SQL after the rows again, for a run of which all rows have arrived. @throws ConnectorError, or the signal's reason */
export async function executeSqlAfter({ destination, context, sql }: SqlAfterRequest): Promise<void> {
  const { connector, endpoint } = destination
  if (!connector.openDestination)
    throw new ConnectorError({
      code: 'NOT_SUPPORTED',
      message: sentence`Millrace cannot write to ${connector.type} yet.`,
    })
  const opened = await connector.openDestination(endpoint, context).catch((error: unknown) => {
    context.signal.throwIfAborted()
    throw errorAt('destination', error)
  })
  try {
    await executeSql(opened, 'after', sql)
  } finally {
    await opened.close()
  }
}
