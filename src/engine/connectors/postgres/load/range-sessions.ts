import { defined } from '../../../../core/catalog/defined.ts'
import type { TakenRange } from '../../../ports/ranges.ts'
import type { Committed } from '../../../ports/target.ts'
import { sqlLoad } from '../../sql/sql-load.ts'
import type { CopyIn, PostgresSession } from '../driver/postgres-session.ts'
import { assistantLock, attemptLock } from '../fence/attempt-lock.ts'
import type { FenceKey } from '../fence/fence.ts'
import { enterRange, rangesName, takeRange } from '../fence/range-ledger.ts'
import { copyInStatement } from '../rows/copy-statement.ts'
import { sqlName } from '../schema/relation-name.ts'
import { targetError } from '../session/target-error.ts'
import { copyIntake } from './copy-intake.ts'

export interface RangeSessionsOptions {
  /** Finished ranges count only if this is equal. */
  readonly plan: string
  readonly fence: FenceKey
  readonly columns: readonly string[]
  readonly format: string
  readonly secret: string
  /** The name of this worker, if another one has the run. */
  readonly assistant?: string
  readonly openSession: () => Promise<PostgresSession>
}

/** The sessions with which one worker writes ranges, each in its own transaction. Errors are the server's own, or ConnectorErrors. */
export class RangeSessions {
  readonly #options: RangeSessionsOptions
  readonly #idle: PostgresSession[] = []

  constructor(options: RangeSessionsOptions) {
    this.#options = options
  }

  async take(when: 'free' | 'any'): Promise<TakenRange | undefined> {
    const { fence, columns, format, secret, plan, assistant } = this.#options
    const session = await this.acquire()
    try {
      const locks = [
        attemptLock(fence, 'shared'),
        ...(assistant === undefined ? [] : [assistantLock(fence, assistant)]),
      ]
      await session.query(['BEGIN', ...locks].join('; '))
      const range = await takeRange(session, fence, { plan, when })
      if (!range) {
        await session.query('ROLLBACK')
        this.release(session)
        return undefined
      }
      const staging = sqlName(rangesName(fence.flowId, fence.target))
      const copy = measured(await session.copyIn(copyInStatement(staging, columns, format, false)))
      const place = async ({ rows, highWaterMark: proof = '' }: Committed) => {
        const brought = { ...range, rows, bytes: copy.bytes(), proof }
        await enterRange(session, fence, { ...brought, ...defined({ assistant }) })
        await session.query('COMMIT')
        this.release(session)
        return {}
      }
      const abandon = () => session.abandon()
      const explain = targetError(fence.target.name, secret)
      return { range, load: sqlLoad({ intake: copyIntake(copy), place, abandon, explain }) }
    } catch (error) {
      await session.abandon()
      throw error
    }
  }

  /** Runs a query in a session that nobody else uses at the same time. */
  async ask<T>(question: (session: PostgresSession) => Promise<T>): Promise<T> {
    const session = await this.acquire()
    try {
      const answer = await question(session)
      this.release(session)
      return answer
    } catch (error) {
      await session.abandon()
      throw error
    }
  }

  async acquire(): Promise<PostgresSession> {
    return this.#idle.pop() ?? this.#options.openSession()
  }

  release(session: PostgresSession): void {
    this.#idle.push(session)
  }

  async each(act: (session: PostgresSession) => Promise<void>): Promise<void> {
    await Promise.all(this.#idle.map(act))
  }
}

/** Counts the bytes before their memory is freed. */
function measured(copy: CopyIn): CopyIn & { bytes(): number } {
  let bytes = 0
  const write = (frames: Buffer) => {
    bytes += frames.length
    return copy.write(frames)
  }
  return { ...copy, write, bytes: () => bytes }
}
