import { setTimeout as sleep } from 'node:timers/promises'
import type { StreamOffer, StreamOwner } from '../../../engine/move/streams/stream-sharing.ts'
import { describeError } from '../../host/describe-error.ts'
import type { Log } from '../../host/log.ts'
import type { Database } from '../../store/database/database.ts'
import { deleteShare, forgetSilent } from '../../store/runs/range-shares.ts'
import {
  deleteClaims,
  giveStreams,
  listClaims,
  type OfferedClaimRow,
  sendHome,
} from '../../store/runs/stream-claims.ts'

/** One attempt of a run, whose streams are shared. */
export interface SharingAttempt {
  readonly database: Database
  readonly log: Log
  readonly organizationId: string
  readonly runId: string
  readonly epoch: number
}

/** An assistant without a heartbeat for this long counts as dead, like a worker in the queue. */
const SILENCE_SECONDS = 10

/** Without an assistant, and with one. */
const LOOK_EVERY_MS = 1_000
const LOOK_SOON_MS = 250

/** How long assistants may take to stop: a person who cancels a run waits for it. */
const STOP_WITHIN_MS = 3_000

/** Looks in the store who asks for streams of an offer, gives them, and reads what comes of them. */
export class OfferedStreams implements StreamOffer {
  readonly #attempt: SharingAttempt
  readonly #id: string
  readonly #owner: StreamOwner
  /** By claim. */
  readonly #given = new Map<string, readonly string[]>()
  /** How many lines of a claim were heard. */
  readonly #heard = new Map<string, number>()
  readonly #ending = new AbortController()
  readonly #looking: Promise<void>
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(attempt: SharingAttempt, id: string, owner: StreamOwner) {
    this.#attempt = attempt
    this.#id = id
    this.#owner = owner
    this.#looking = this.#lookRegularly()
  }

  async end(isPatient: boolean): Promise<void> {
    this.#ending.abort()
    await this.#looking
    const { database } = this.#attempt
    const until = performance.now() + STOP_WITHIN_MS
    if (isPatient && this.#given.size > 0)
      await this.#try(() => database.asSystem((query) => sendHome(query, this.#id)))
    while (isPatient && this.#given.size > 0 && performance.now() < until) {
      await sleep(LOOK_SOON_MS)
      await this.#look()
    }
    for (const entities of this.#given.values()) this.#owner.takeBack(entities)
    await this.#try(() => database.asSystem((query) => deleteShare(query, this.#id)))
  }

  async #lookRegularly(): Promise<void> {
    const { signal } = this.#ending
    while (!signal.aborted) {
      await this.#look()
      await sleep(this.#given.size > 0 ? LOOK_SOON_MS : LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  async #look(): Promise<void> {
    await this.#try(async () => {
      const claims = await this.#attempt.database.asSystem(async (query) => {
        // After the store was away, everybody has been silent for a while.
        if (performance.now() - this.#failedAt > SILENCE_SECONDS * 1_000)
          await forgetSilent(query, this.#id, SILENCE_SECONDS)
        return listClaims(query, this.#id)
      })
      const over = claims.filter((claim) => this.#receive(claim))
      this.#takeBackLost(claims)
      if (over.length > 0)
        await this.#attempt.database.asSystem((query) =>
          deleteClaims(
            query,
            over.map(({ id }) => id),
          ),
        )
      for (const claim of claims) if (claim.entities === null) await this.#give(claim)
    })
  }

  /** @returns whether the claim is over */
  #receive({ id, worker, entities, report, has_ended: hasEnded }: OfferedClaimRow): boolean {
    const given = this.#given.get(id)
    // Given by a statement whose answer came too late: the streams are moved here meanwhile.
    if (entities !== null && !given) return true
    if (report) {
      const lines = report.lines.slice(this.#heard.get(id) ?? 0)
      this.#heard.set(id, report.lines.length)
      this.#owner.receive(worker, { ...report, lines })
    }
    if (hasEnded) this.#takeBack(id)
    return hasEnded
  }

  /** Claims that their worker has left, that were taken from a silent one, or that were never given. */
  #takeBackLost(claims: readonly OfferedClaimRow[]): void {
    const standing = new Set(claims.flatMap(({ id, entities }) => (entities === null ? [] : [id])))
    for (const id of [...this.#given.keys()]) if (!standing.has(id)) this.#takeBack(id)
  }

  #takeBack(id: string): void {
    this.#owner.takeBack(this.#given.get(id) ?? [])
    this.#given.delete(id)
    this.#heard.delete(id)
  }

  async #give({ id, workers }: OfferedClaimRow): Promise<void> {
    if (this.#ending.signal.aborted) return
    const entities = this.#owner.give(workers + 1)
    if (entities.length === 0) return
    // Before it is known whether the store has it: the next look finds out.
    this.#given.set(id, entities)
    await this.#attempt.database.asSystem((query) => giveStreams(query, this.#attempt, id, entities))
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#failedAt = performance.now()
      this.#attempt.log.warn('stream share', { error: describeError(error) })
    }
  }
}
