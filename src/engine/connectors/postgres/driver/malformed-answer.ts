import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'

/** For bytes of a server that said it is Postgres, and then does not follow the protocol. */
export const malformedAnswer = (cause?: unknown) =>
  new ConnectorError(
    {
      code: 'NOT_POSTGRES',
      message: sentence`The server sent bytes that are no answer of Postgres.`,
      hint: sentence`Check the host and the port, and what stands between: a proxy or another server may answer. Then run again.`,
      field: 'port',
    },
    { cause },
  )
