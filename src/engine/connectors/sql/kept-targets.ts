import { ConnectorError } from '../../ports/connector.ts'
import type { HeldTarget, TargetWriters } from '../../ports/destination.ts'
import type { PooledSession, SessionPool } from './session-pool.ts'

/** How a session holds targets against runs of other flows. */
export interface TargetLocks<Session> {
  /** For the session. An older attempt of the same flow loses them. @throws ConnectorError `CONFLICT` */
  take(session: Session, targets: readonly HeldTarget[]): Promise<void>
  give(session: Session, target: HeldTarget): Promise<void>
  /** See `Destination.holdTargets`. */
  writers(session: Session, targets: readonly HeldTarget[]): Promise<TargetWriters>
}

/** Every lock needs memory of the server. */
const MOST_TARGETS = 1_000

/**
 * The targets of a run from before its SQL until the load of each: a session that does nothing else holds them, so that no other flow comes between.
 * If the server allows no further session, the one that executes the SQL holds them as long as that takes.
 */
export class KeptTargets<Session extends PooledSession> {
  readonly #locks: TargetLocks<Session>
  readonly #sessions: SessionPool<Session>
  readonly #open: () => Promise<Session>
  readonly #targets = new Map<string, HeldTarget>()
  #session: Session | undefined

  constructor(locks: TargetLocks<Session>, sessions: SessionPool<Session>, open: () => Promise<Session>) {
    this.#locks = locks
    this.#sessions = sessions
    this.#open = open
  }

  /** @returns who has written them; nothing without a session. @throws ConnectorError `CONFLICT` */
  async keep(targets: readonly HeldTarget[]): Promise<TargetWriters | undefined> {
    for (const held of targets.slice(0, MOST_TARGETS)) this.#targets.set(held.target, held)
    const session = await this.#open().catch((error: unknown) => {
      if (error instanceof ConnectorError && error.problem.code === 'TOO_MANY_CONNECTIONS') return undefined
      throw error
    })
    if (!session) return undefined
    let writers: TargetWriters
    try {
      const held = [...this.#targets.values()]
      await this.#locks.take(session, held)
      writers = await this.#locks.writers(session, held)
    } catch (error) {
      await session.close()
      throw error
    }
    this.#session = session
    this.#sessions.spare(session)
    return writers
  }

  /** For as long as the session exists, if no session of their own has the targets. @throws ConnectorError `CONFLICT` */
  async holdIn(session: Session): Promise<void> {
    if (this.#session?.isOpen) return
    const targets = [...this.#targets.values()]
    this.#targets.clear()
    if (targets.length > 0) await this.#locks.take(session, targets)
  }

  /** Called by the load of the target, which takes it next: a run of another flow that is quicker makes it fail. */
  async handOver(target: string): Promise<void> {
    const held = this.#targets.get(target)
    if (!held || !this.#session?.isOpen) return
    this.#targets.delete(target)
    await this.#locks.give(this.#session, held)
  }
}
