import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import type { FurtherPart } from '../fence/fence.ts'
import { FURTHER_PARTS } from '../fence/fence.ts'
import { LET_ROWS_WAIT, LOCK_WAITS } from '../session/lock-waits.ts'
import { mysqlProblem } from '../session/mysql-problem.ts'
import type { IntakeOptions, RowIntake } from './row-intake.ts'
import { infileIntake, RefusedRow } from './row-intake.ts'
import { RowShares } from './row-shares.ts'

/** For each so many bytes of text, a fifth of a second of a server's work, one more session is worth its sign-in. */
const ANOTHER_PAYS_FROM = 4 << 20

const NEWLINE = 0x0a

interface Lane {
  readonly intake: RowIntake
  isFree: boolean
}

/**
 * `LOAD DATA LOCAL` by up to three sessions into one table, because the server reads the text of each in a single thread, which is slower than any
 * source, and which waits while another writes to the same page. Rows may be cut: what begins within a row goes where its beginning went. Further
 * sessions are opened when there is enough to do, and what they cannot be opened for is left to those that are.
 * @param openFurther answers undefined where several would be in each other's way
 */
export async function parallelIntake(
  session: MysqlSession,
  options: IntakeOptions,
  openFurther: (part: FurtherPart) => Promise<MysqlSession | undefined>,
): Promise<RowIntake> {
  const shares = new RowShares()
  const openLane = async (of: MysqlSession, taker: number): Promise<Lane> => ({
    intake: await infileIntake(of, { ...options, numberOf: (row) => shares.numberOf(taker, row) }),
    isFree: true,
  })
  await session.query(LET_ROWS_WAIT)
  const lanes = [await openLane(session, 0)]
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  const watch = ({ intake }: Lane) => intake.failure.catch((error: unknown) => failure.reject(explain(error)))
  void watch(lanes[0] as Lane)
  const explain = (error: unknown) =>
    // Each waits for a row of the other, and nobody else knows the table.
    lanes.length > 1 && mysqlProblem(error).code === 'CONFLICT' ? twiceTheSameKey(error) : error

  const further: MysqlSession[] = []
  let mayOpen = true
  const open = async (part: FurtherPart) => {
    let opened: MysqlSession | undefined
    try {
      if (mayOpen) opened = await openFurther(part)
      mayOpen = opened !== undefined
      if (!opened) return
      const lane = await openLane(opened, lanes.length)
      lanes.push(lane)
      further.push(opened)
      void watch(lane)
    } catch (error) {
      mayOpen = false
      await opened?.abandon()
      // Too few connections are no reason to fail; a newer attempt is.
      if (mysqlProblem(error).code === 'FENCED') failure.reject(error)
    }
  }
  let opening = Promise.resolve()
  let asked = 0
  let bytes = 0
  let taker = 0
  let isWithinRow = false
  return {
    write(text) {
      bytes += text.length
      const part = FURTHER_PARTS[asked]
      if (part && bytes >= ANOTHER_PAYS_FROM * (asked + 1)) {
        asked++
        opening = opening.then(() => open(part))
      }
      const free = lanes.findIndex(({ isFree }) => isFree)
      if (!isWithinRow && free >= 0 && !lanes[taker]?.isFree) taker = free
      isWithinRow = text.at(-1) !== NEWLINE
      const lane = lanes[taker] as Lane
      shares.add(taker, rowsIn(text))
      lane.isFree = lane.intake.write(text)
      if (!lane.isFree) void lane.intake.drained().then(() => (lane.isFree = true))
      return lanes.some(({ isFree }) => isFree)
    },
    drained: () => Promise.race(lanes.map(({ intake }) => intake.drained())),
    failure: failure.promise,
    async finish() {
      await opening
      const taken = await Promise.allSettled(lanes.map(({ intake }) => intake.finish()))
      const refused = taken.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
      if (refused.length > 0) throw explain(firstOf(refused))
      await Promise.all([session.query(LOCK_WAITS), ...further.map((other) => other.close())])
      return taken.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
    },
    async abandon() {
      await opening
      await Promise.all(further.map((other) => other.abandon()))
    },
  }
}

/** Values have their newlines escaped. */
function rowsIn(text: Buffer): number {
  let rows = 0
  for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, at + 1)) rows++
  return rows
}

const firstOf = (errors: readonly unknown[]): unknown => {
  const rows = errors.filter((error) => error instanceof RefusedRow).sort((one, other) => one.row - other.row)
  return rows[0] ?? errors[0]
}

const twiceTheSameKey = (cause: unknown) =>
  new ConnectorError(
    {
      code: 'CONSTRAINT',
      message: 'A constraint of the target refused the rows: two of them have the same key.',
      hint: 'Correct the rows at the source, or change the constraint.',
      retryable: false,
    },
    { cause },
  )
