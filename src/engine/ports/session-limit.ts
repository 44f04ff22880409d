import { sentence } from '../../core/catalog/sentence.ts'
import { type ConnectorContext, ConnectorError } from './connector.ts'

/** How many sessions one side of a run may have at once, because its connection says so. */
export interface SessionLimit {
  readonly most: number
  /** Counts one more. @returns what to call when it has ended. @throws ConnectorError as a server that allows no further one */
  take(): () => void
}

export function sessionLimit(most: number): SessionLimit {
  let taken = 0
  return {
    most,
    take() {
      if (taken >= most) throw tooMany(most)
      taken += 1
      let isOver = false
      return () => {
        if (!isOver) taken -= 1
        isOver = true
      }
    },
  }
}

/** For a short question whether the server is alive: the limit would answer for it. */
export const besidesLimit = ({ sessions: _, ...context }: ConnectorContext): ConnectorContext => context

const tooMany = (most: number) =>
  new ConnectorError({
    code: 'TOO_MANY_CONNECTIONS',
    message: sentence`The connection allows a run ${most} sessions at a time, and more are needed.`,
    hint: sentence`Raise “Sessions of a run” in the settings of the connection.`,
    field: 'max_sessions',
    retryable: true,
  })
