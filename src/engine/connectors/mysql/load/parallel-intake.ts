import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { MysqlSession } from '../driver/mysql-session.ts'
import { FURTHER_PARTS, type FurtherPart } from '../fence/fence.ts'
import { LET_ROWS_WAIT, LOCK_WAITS } from '../session/lock-waits.ts'
import { mysqlProblem } from '../session/mysql-problem.ts'
import { type IntakeOptions, infileIntake, RefusedRow, type RowIntake } from './row-intake.ts'

interface Share {
  readonly taker: number
  rows: number
}

/** Records which rows of a stream went to which of several sessions, so that the nth row of a session can be mapped to its number among all rows. */
export class RowShares {
  readonly #shares: Share[] = []

  add(taker: number, rows: number): void {
    const last = this.#shares.at(-1)
    if (last?.taker === taker) last.rows += rows
    else this.#shares.push({ taker, rows })
  }

  /** @param row number within its session, from 1. @returns the number of the same row in the stream, from 1 */
  numberOf(taker: number, row: number): number {
    let before = 0
    let own = row
    for (const share of this.#shares) {
      if (share.taker === taker) {
        if (own <= share.rows) break
        own -= share.rows
      }
      before += share.rows
    }
    return before + own
  }
}

/** Number of bytes of text, a fifth of a second of a server's work, for which one more session is worth its sign-in. */
const ANOTHER_PAYS_FROM = 4 << 20

const NEWLINE = 0x0a

interface Lane {
  readonly intake: RowIntake
  isFree: boolean
}

/**
 * `LOAD DATA LOCAL` with up to three sessions into one table, because the server reads the text of each in a single thread, which is slower than any
 * source, and which waits while another writes to the same page. Chunks may split rows: a chunk that starts within a row goes to the session of its start. More
 * sessions are opened when there is enough to load; if one cannot be opened, the existing sessions load everything.
 * @param openFurther returns undefined if several sessions would block each other
 */
export async function parallelIntake(
  session: MysqlSession,
  options: IntakeOptions,
  openFurther: OpenFurther,
): Promise<RowIntake> {
  await session.query(LET_ROWS_WAIT)
  const intake = new ParallelIntake(session, options, openFurther)
  await intake.openLane(session)
  return intake
}

type OpenFurther = (part: FurtherPart) => Promise<MysqlSession | undefined>

class ParallelIntake implements RowIntake {
  readonly #session: MysqlSession
  readonly #options: IntakeOptions
  readonly #openFurther: OpenFurther
  readonly #shares = new RowShares()
  readonly #lanes: Lane[] = []
  readonly #failure = Promise.withResolvers<never>()
  readonly #further: MysqlSession[] = []
  #mayOpen = true
  #opening = Promise.resolve()
  #asked = 0
  #bytes = 0
  #taker = 0
  #isWithinRow = false

  constructor(session: MysqlSession, options: IntakeOptions, openFurther: OpenFurther) {
    this.#session = session
    this.#options = options
    this.#openFurther = openFurther
    // `finish` reports the error; the process must not end if nobody else waits.
    this.#failure.promise.catch(() => {})
  }

  get failure(): Promise<never> {
    return this.#failure.promise
  }

  async openLane(session: MysqlSession): Promise<void> {
    const taker = this.#lanes.length
    const numberOf = (row: number) => this.#shares.numberOf(taker, row)
    const intake = await infileIntake(session, { ...this.#options, numberOf })
    this.#lanes.push({ intake, isFree: true })
    intake.failure.catch((error: unknown) => this.#failure.reject(this.#explain(error)))
  }

  write(text: Buffer): boolean {
    this.#bytes += text.length
    const part = FURTHER_PARTS[this.#asked]
    if (part && this.#bytes >= ANOTHER_PAYS_FROM * (this.#asked + 1)) {
      this.#asked++
      this.#opening = this.#opening.then(() => this.#open(part))
    }
    const free = this.#lanes.findIndex(({ isFree }) => isFree)
    if (!this.#isWithinRow && free >= 0 && !this.#lanes[this.#taker]?.isFree) this.#taker = free
    this.#isWithinRow = text.at(-1) !== NEWLINE
    const lane = this.#lanes[this.#taker] as Lane
    this.#shares.add(this.#taker, rowsIn(text))
    lane.isFree = lane.intake.write(text)
    if (!lane.isFree) void lane.intake.drained().then(() => (lane.isFree = true))
    return this.#lanes.some(({ isFree }) => isFree)
  }

  async drained(): Promise<void> {
    await Promise.race(this.#lanes.map(({ intake }) => intake.drained()))
  }

  async finish(): Promise<number> {
    await this.#opening
    const taken = await Promise.allSettled(this.#lanes.map(({ intake }) => intake.finish()))
    const refused = taken.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    if (refused.length > 0) throw this.#explain(firstOf(refused))
    await Promise.all([this.#session.query(LOCK_WAITS), ...this.#further.map((other) => other.close())])
    return taken.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0)
  }

  async abandon(): Promise<void> {
    await this.#opening
    await Promise.all(this.#further.map((other) => other.abandon()))
  }

  async #open(part: FurtherPart): Promise<void> {
    let opened: MysqlSession | undefined
    try {
      if (this.#mayOpen) opened = await this.#openFurther(part)
      this.#mayOpen = opened !== undefined
      if (!opened) return
      await this.openLane(opened)
      this.#further.push(opened)
    } catch (error) {
      this.#mayOpen = false
      await opened?.abandon()
      // Too few connections are no reason to fail; a newer attempt is one.
      if (mysqlProblem(error).code === 'FENCED') this.#failure.reject(error)
    }
  }

  /** Each session waits for a row of the other, and nobody else knows the table. */
  #explain(error: unknown): unknown {
    return this.#lanes.length > 1 && mysqlProblem(error).code === 'CONFLICT' ? twiceTheSameKey(error) : error
  }
}

/** Newlines in values are escaped. */
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
      message: sentence`A constraint of the target refused the rows: two of them have the same key.`,
      hint: sentence`Correct the rows at the source, or change the constraint.`,
    },
    { cause },
  )
