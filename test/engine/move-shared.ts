import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { assistWithStreams } from '../../src/engine/move/assist-with-streams.ts'
import { move } from '../../src/engine/move/move.ts'
import { RANGE_PLAN } from '../../src/engine/move/ranges/range-plan.ts'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { StreamReport, StreamShare, StreamSharing } from '../../src/engine/move/streams/stream-sharing.ts'
import { contextWith, type Database, nextFence, run } from './move-between.ts'

export const TABLES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
export const ROWS = 200

export async function makeTables(source: Database): Promise<void> {
  for (const table of TABLES)
    await run(
      source,
      `CREATE TABLE ${table} (id int PRIMARY KEY, v varchar(20))`,
      `INSERT INTO ${table} SELECT n, '${table}' || n FROM generate_series(1, ${ROWS}) n`,
    )
}

interface Sharing extends Partial<MoveRequest> {
  readonly source: MoveRequest['source']
  readonly destination: MoveRequest['destination']
  readonly streams: readonly StreamRequest[]
  /** How the other worker sees the source. */
  readonly seen?: Partial<StreamShare>
  /** Before the other worker begins with what it was given. */
  readonly onGiven?: () => Promise<void>
  /** It falls silent: what it was given is taken back, and it goes on afterwards. */
  readonly isTakenBack?: boolean
}

const NO_REJECTS = {
  days: 0,
  begin: () => {},
  keep: () => false,
  finalize: async () => {},
  countRejected: async () => 0,
}

/** Moves all tables, of which another worker gets the first part before this one begins. */
export async function moveShared({ seen, onGiven, isTakenBack = false, context = contextWith(), ...request }: Sharing) {
  const log: string[] = []
  const fence = nextFence()
  let { epoch } = fence
  const outcome: { given: readonly string[]; reported: readonly string[]; error?: unknown } = {
    given: [],
    reported: [],
  }
  const sharing: StreamSharing = {
    newEpoch: async () => ++epoch,
    offer: async (share, owner) => {
      const given = owner.give(2)
      const own = ++epoch
      outcome.given = given
      let isLeft = false
      let last: StreamReport = { streams: [], lines: [] }
      const take = async () => {
        if (isLeft) return undefined
        isLeft = true
        await onGiven?.()
        return {
          entities: given,
          epoch: own,
          rejects: NO_REJECTS,
          keep: () => {},
          report: async () => {},
          end: async (report: StreamReport) => {
            last = report
            outcome.reported = report.streams.map(({ entity }) => entity)
          },
        }
      }
      const { source, destination, streams } = request
      const assist = async () => {
        try {
          await assistWithStreams({
            source,
            destination,
            streams,
            share: { ...share, ...seen },
            fence: { flowId: fence.flowId, runId: fence.runId },
            take,
            mayGoOn: () => true,
            context,
          })
        } catch (error) {
          outcome.error = error
        }
        if (!isTakenBack) owner.receive('b0b', last)
        owner.takeBack(given)
      }
      const assisting = assist()
      if (isTakenBack) owner.takeBack(given)
      return {
        end: async () => {
          await assisting
        },
      }
    },
  }
  const result = await move({
    fence,
    ranges: { ...RANGE_PLAN, leastGiven: 1 },
    streamSharing: sharing,
    context,
    onEvent: (event) => {
      if (event.kind === 'log') log.push(inEnglish(event.message))
    },
    ...request,
  })
  return { result, log: log.join('\n'), ...outcome }
}
