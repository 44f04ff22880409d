import type { IncomingMessage } from 'node:http'

import { networkErrorOf } from '../../../core/catalog/errors/network-errors.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { httpsThrough } from '../../../engine/net/https-through.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'
import type { Dialler } from '../../../engine/ports/dialler.ts'
import type { SendOutcome } from '../../domain/alerts/send-outcome.ts'

const TIMEOUT_MS = 15_000

/** The maximum part of an answer that people see. */
const SHOWN_BYTES = 1_000

export interface Post {
  /** See `checkWebhookUrl`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends a message within 15 s, through the only way out. A redirect counts as an answer and is not followed. */
export async function postWebhook(
  dialler: Dialler,
  { url, headers, body }: Post,
  end: AbortSignal,
): Promise<SendOutcome> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS)
  const signal = AbortSignal.any([end, deadline])
  try {
    const call = { url, method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body } as const
    const response = await httpsThrough(dialler, call, signal)
    const { statusCode: status = 0 } = response
    const isDelivered = status >= 200 && status <= 299
    const moved =
      status >= 300 && status <= 399 ? sentence`It redirects to another address. Enter that one.` : undefined
    return {
      isDelivered,
      isWorthRetrying: !isDelivered,
      status,
      answer: moved ?? sentence`${await beginningOf(response)}`,
    }
  } catch (error) {
    end.throwIfAborted()
    if (error instanceof ConnectorError)
      return { isDelivered: false, isWorthRetrying: error.problem.retryable, answer: error.problem.message }
    const answer = deadline.aborted ? sentence`It did not answer within 15 seconds.` : failureText(error)
    return { isDelivered: false, isWorthRetrying: true, answer }
  }
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= SHOWN_BYTES) break
  }
  // Invalid text, or a zero byte that the store cannot store, is left out.
  return Buffer.concat(chunks)
    .subarray(0, SHOWN_BYTES)
    .toString('utf8')
    .replaceAll(/[\p{Cc}\uFFFD]+/gu, ' ')
    .trim()
}

/** What is wrong and what to do about it; never Node's own advice, which is for programmers. */
function failureText(error: unknown): Sentence {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = networkErrorOf(code)
  const [, message, hint] = known ?? []
  if (message === undefined || typeof message === 'function') return sentence`The connection was lost.`
  return hint ? sentence`${message} ${hint}` : message
}
