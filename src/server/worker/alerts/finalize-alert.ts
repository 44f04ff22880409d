import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { AlertChannelRow } from '../../store/alerts/alert-channels.ts'
import { type AlertDeliveryRow, saveDeliveryResult } from '../../store/alerts/alert-deliveries.ts'
import type { Database } from '../../store/database/database.ts'
import type { SendAlert } from './send-alert.ts'

export interface FinalizeAlertDeps {
  readonly database: Database
  readonly send: SendAlert
}

/** Sends a claimed delivery once and stores the result. What a user has sent is not retried, because the user sees its answer. */
export async function finalizeAlert(
  { database, send }: FinalizeAlertDeps,
  channel: AlertChannelRow,
  delivery: AlertDeliveryRow,
  end: AbortSignal,
): Promise<AlertDeliveryRow> {
  const begun = performance.now()
  const outcome = await send(channel, delivery, end)
  const { isDelivered, isWorthRetrying, status = null, answer: answerSentence, body = null } = outcome
  const tookMs = Math.round(performance.now() - begun)
  const age = Date.now() - delivery.raised_at.getTime()
  const isTriedAgain = !isDelivered && isWorthRetrying && delivery.event !== 'test' && delivery.replay_of === null
  const pause = isTriedAgain
    ? pauseBeforeNextTry({ attempts: delivery.attempts, age, random: Math.random() })
    : undefined
  const result = { status, answer: inEnglish(answerSentence), answerSentence, body, tookMs }
  const state = isDelivered ? 'delivered' : pause === undefined ? 'given-up' : 'waiting'
  const [finalized] = await database.asSystem((query) =>
    saveDeliveryResult(query, delivery.id, { state, ...result, ...defined({ pause }) }),
  )
  // The channel may have been deleted meanwhile, and its deliveries with it.
  const answered = { status, answer: result.answer, answer_sentence: answerSentence, took_ms: tookMs }
  return finalized ?? { ...delivery, state, ...answered }
}

/** How long an undelivered message is retried. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000

const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 2 * 60 * 60 * 1000

interface Tried {
  /** Number of attempts so far, at least 1. */
  readonly attempts: number
  /** The age of the message, in milliseconds. */
  readonly age: number
  /** From 0 to 1. */
  readonly random: number
}

/** The pause before the next attempt: twice as long each time, with a random quarter. @returns milliseconds; nothing when the message should be given up */
export function pauseBeforeNextTry({ attempts, age, random }: Tried): number | undefined {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS) * (0.75 + random / 2)
  return age + pause > GIVE_UP_AFTER_MS ? undefined : pause
}
