import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import { tryAgain } from './try-again.ts'

/** Half a minute: so long a server that has crashed may need until it is back. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000]

interface Question<S> {
  /** A new session, although the run may have been stopped. */
  readonly reconnect: () => Promise<S>
  /** What readers see. @throws ConnectorError that says more than that the outcome is unknown */
  readonly ask: (session: S) => Promise<boolean>
  readonly problemOf: (error: unknown) => Problem
  /** Of the run. */
  readonly signal: AbortSignal
  readonly pauses?: readonly number[]
}

/**
 * Whether a commit succeeded whose answer was lost: the destination itself is asked, on a new session. What waiting does not change, such as a
 * password that is refused, is asked once. @throws ConnectorError `COMMIT_UNKNOWN` with both reasons, or that a newer attempt has taken over
 */
export async function askAfterCommit<S extends { close(): Promise<void> }>(
  lost: unknown,
  { reconnect, ask, problemOf, signal, pauses = PAUSES_MS }: Question<S>,
): Promise<boolean> {
  const askOnce = async () => {
    const session = await reconnect()
    try {
      return await ask(session)
    } finally {
      await session.close()
    }
  }
  try {
    return await tryAgain(askOnce, { pauses, isWorthIt: (error) => problemOf(error).retryable, signal })
  } catch (error) {
    throw problemOf(error).code === 'FENCED' ? error : commitUnknown(lost, error)
  }
}

/** The connection was lost during a commit, and the server cannot be asked for its outcome. */
const commitUnknown = (lost: unknown, refusal: unknown): ConnectorError =>
  new ConnectorError(
    {
      code: 'COMMIT_UNKNOWN',
      message: sentence`The connection was lost while the rows were written, and the destination cannot be asked whether it has them.`,
      hint: sentence`The table holds either the old rows or all of the new ones. Run again when the server is up.`,
      retryable: true,
    },
    {
      cause: new AggregateError([lost, refusal], 'the commit was not answered, and neither was the question after it'),
    },
  )
