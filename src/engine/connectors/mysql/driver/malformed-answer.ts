import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../../../ports/connector.ts'

export const MALFORMED: Problem = {
  code: 'NOT_MYSQL',
  message: sentence`The server sent bytes that are no answer of MySQL.`,
  hint: sentence`Check the host and the port, and what stands between: a proxy or another server may answer. Then run again.`,
  field: 'port',
  retryable: false,
}

/** For bytes of a server that said it is MySQL, and then does not follow the protocol. */
export class MalformedAnswer extends ConnectorError {
  constructor() {
    super(MALFORMED)
  }
}
