import type { JoinedRanges } from '../../../ports/ranges.ts'
import type { Fence } from '../../../ports/target-request.ts'
import type { RelationName } from '../schema/relation-name.ts'
import { postgresError } from '../session/postgres-problem.ts'
import { RangeSessions, type RangeSessionsOptions } from './range-sessions.ts'

/** The data that workers share about a load, in addition to the fence. */
type LoadId = Pick<RangeSessionsOptions, 'plan' | 'columns' | 'format'> & {
  readonly target: RelationName
}

export const loadIdOf = ({ plan, columns, format, fence }: RangeSessionsOptions): string =>
  JSON.stringify({ plan, columns, format, target: fence.target } satisfies LoadId)

interface JoinOptions extends Pick<RangeSessionsOptions, 'openSession' | 'secret'> {
  readonly loadId: string
  readonly fence: Fence
  readonly assistant: string
}

/** Moves ranges that another worker has listed; the ledger of the destination shows which, and the fence how long it may. */
export function joinRanges({ loadId, fence, ...options }: JoinOptions): JoinedRanges {
  const { target, ...known } = JSON.parse(loadId) as LoadId
  const sessions = new RangeSessions({ ...options, ...known, fence: { ...fence, target } })
  return {
    take: async (when) => {
      try {
        return await sessions.take(when)
      } catch (error) {
        throw postgresError(error, 'destination', options.secret)
      }
    },
    leave: () => sessions.each((session) => session.close()),
  }
}
