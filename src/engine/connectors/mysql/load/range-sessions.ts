import type { TableRange, TakenRange } from '../../../ports/ranges.ts'
import type { Committed } from '../../../ports/target.ts'
import { sqlLoad } from '../../sql/sql-load.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { type FenceKey, RANGE_PARTS, type RangePart, refuseStale, takeLock } from '../fence/fence.ts'
import { enterRange, rangesName } from '../fence/range-ledger.ts'
import { lostZerosOf } from '../rows/lost-zeros.ts'
import { sqlName } from '../schema/table-name.ts'
import { mysqlError } from '../session/mysql-problem.ts'
import type { WritePlan } from '../target/plan-write.ts'
import { declaredText } from './declared-text.ts'
import { openIntake, textOf } from './load-context.ts'
import type { RowIntake } from './row-intake.ts'
import { textIntake } from './text-intake.ts'

export interface RangeSessionsOptions {
  readonly fence: FenceKey
  readonly plan: Pick<WritePlan, 'written' | 'nativeText'>
  readonly format: string
  readonly secret: string
  readonly takesInfile: boolean
  readonly openSession: () => Promise<MysqlSession>
}

interface Writer {
  readonly session: MysqlSession
  readonly part: RangePart
}

/** The sessions that write ranges, each in its own transaction, behind the fence of the attempt. Errors are the server's own, or ConnectorErrors. */
export class RangeSessions {
  readonly #options: RangeSessionsOptions
  readonly #idle: Writer[] = []
  readonly #free: RangePart[] = [...RANGE_PARTS]

  constructor(options: RangeSessionsOptions) {
    this.#options = options
  }

  /** @param giveBack called if the range is abandoned */
  async open(range: TableRange, giveBack: () => void): Promise<TakenRange> {
    const { fence, plan, format, secret, takesInfile } = this.#options
    const writer = await this.#acquire()
    const { session } = writer
    try {
      const { fields, text } = textOf(plan, format)
      const staging = rangesName(fence)
      const declared = await declaredText(session, staging, fields)
      await session.query('START TRANSACTION')
      const options = { table: sqlName(staging), ...declared, replaces: false, isWithin: true } as const
      const rows = await openIntake({ takesInfile }, session, options)
      const { intake, bytes } = measured(rows)
      const zeros = lostZerosOf(plan.written)
      const place = async ({ rows, highWaterMark: proof = '' }: Committed) => {
        const lostSigns = await zeros.stored(session, sqlName(staging))
        await enterRange(session, fence, { ...range, rows, bytes: bytes(), proof, lostSigns })
        await session.query('COMMIT')
        this.#idle.push(writer)
        return {}
      }
      const abandon = async () => {
        await this.#abandon(writer)
        giveBack()
      }
      const explain = (error: unknown) => mysqlError(error, 'destination', secret)
      return { range, load: sqlLoad({ intake: textIntake(text, intake, zeros), place, abandon, explain }) }
    } catch (error) {
      await this.#abandon(writer)
      throw error
    }
  }

  async each(act: (session: MysqlSession) => Promise<void>): Promise<void> {
    await Promise.all(this.#idle.map(({ session }) => act(session)))
  }

  async #acquire(): Promise<Writer> {
    const idle = this.#idle.pop()
    if (idle) return idle
    const part = this.#free.shift()
    if (part === undefined) throw new Error('More ranges are written at once than the fence has places for')
    let session: MysqlSession | undefined
    try {
      session = await this.#options.openSession()
      await takeLock(session, this.#options.fence, part)
      await refuseStale(session, this.#options.fence)
      return { session, part }
    } catch (error) {
      await session?.abandon()
      this.#free.push(part)
      throw error
    }
  }

  async #abandon({ session, part }: Writer): Promise<void> {
    await session.abandon()
    this.#free.push(part)
  }
}

function measured(intake: RowIntake): { readonly intake: RowIntake; bytes(): number } {
  let bytes = 0
  const write = (text: Buffer) => {
    bytes += text.length
    return intake.write(text)
  }
  return { intake: { ...intake, write }, bytes: () => bytes }
}
