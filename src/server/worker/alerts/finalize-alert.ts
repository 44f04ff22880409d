import { inEnglish } from '../../../core/catalog/sentence.ts'
import type { AlertChannelRow } from '../../store/alerts/alert-channels.ts'
import { type AlertDeliveryRow, saveDeliveryResult } from '../../store/alerts/alert-deliveries.ts'
import type { Database } from '../../store/database/database.ts'
import { pauseBeforeNextTry } from './next-try.ts'
import type { SendAlert } from './send-alert.ts'

export interface FinalizeAlertDeps {
  readonly database: Database
  readonly send: SendAlert
}

/** Sends a claimed delivery once and stores the result. A test is not retried, because a user sees its answer. */
export async function finalizeAlert(
  { database, send }: FinalizeAlertDeps,
  channel: AlertChannelRow,
  delivery: AlertDeliveryRow,
  end: AbortSignal,
): Promise<AlertDeliveryRow> {
  const { isDelivered, isWorthRetrying, status = null, answer: answerSentence } = await send(channel, delivery, end)
  const age = Date.now() - delivery.raised_at.getTime()
  const isTriedAgain = !isDelivered && isWorthRetrying && delivery.event !== 'test'
  const pause = isTriedAgain
    ? pauseBeforeNextTry({ attempts: delivery.attempts, age, random: Math.random() })
    : undefined
  const result = { status, answer: inEnglish(answerSentence), answerSentence }
  const state = isDelivered ? 'delivered' : pause === undefined ? 'given-up' : 'waiting'
  const [finalized] = await database.asSystem((query) =>
    saveDeliveryResult(query, delivery.id, { state, ...result, ...(pause !== undefined && { pause }) }),
  )
  // The channel may have been deleted meanwhile, and its deliveries with it.
  return finalized ?? { ...delivery, state, status, answer: result.answer, answer_sentence: answerSentence }
}
