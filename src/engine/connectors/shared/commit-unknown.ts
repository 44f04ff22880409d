import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'

/** The connection was lost during a commit, and the server cannot be asked for its outcome. */
export const commitUnknown = (cause: unknown): ConnectorError =>
  new ConnectorError(
    {
      code: 'COMMIT_UNKNOWN',
      message: sentence`The connection was lost while the rows were written, and the destination cannot be asked whether it has them.`,
      hint: sentence`The table holds either the old rows or all of the new ones. Run again when the server is up.`,
      retryable: true,
    },
    { cause },
  )
