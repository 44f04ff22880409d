import { type ConnectorContext, ConnectorError, type Endpoint } from '../../../engine/ports/connector.ts'
import { accountOf } from './account-of.ts'

/**
 * Does something with a connection, and knows the account that it signs in with, as the server names it. What the other
 * system refuses says which account it was: whoever grants the right, or shares the spreadsheet, has to know.
 * @throws ConnectorError with that account
 */
export async function withAccount<T>(
  endpoint: Endpoint,
  context: ConnectorContext,
  act: (context: ConnectorContext, account: () => string | undefined) => Promise<T>,
): Promise<T> {
  let account = accountOf(endpoint)
  const signedIn = (named: string) => {
    account = named
  }
  try {
    return await act({ ...context, signedIn }, () => account)
  } catch (error) {
    if (!(error instanceof ConnectorError) || account === undefined) throw error
    throw new ConnectorError({ account, ...error.problem }, { cause: error })
  }
}
