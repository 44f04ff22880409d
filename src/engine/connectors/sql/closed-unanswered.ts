import { LOST } from '../../../core/catalog/errors/network-errors.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { knownProblem } from '../../ports/known-problem.ts'

/** For a server that ends a connection before it can be identified: it may be restarting, or be of another kind. */
export const closedUnanswered = () =>
  new ConnectorError({
    ...knownProblem(LOST),
    message: sentence`The server closed the connection before it answered.`,
    hint: sentence`Check the host and the port, and that the server is up and takes connections from here; then run again.`,
  })
