import { defined } from '../../core/catalog/defined.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../../engine/ports/connector.ts'
import { RequestError, type RequestErrorKind } from '../domain/request-error.ts'
import { VaultError } from '../vault/vault.ts'
import { LeftInQueue } from '../worker/runs/left-in-queue.ts'

/** An error on its way between two of our processes: those that callers tell apart keep their class, all keep their stack. */
export type SentError = { readonly stack: string } & (
  | { readonly is: 'connector'; readonly problem: Problem }
  | {
      readonly is: 'request'
      readonly kind: RequestErrorKind
      readonly code: string
      readonly sentence: Sentence
      readonly details: Readonly<Record<string, unknown>> | undefined
    }
  | { readonly is: 'vault' }
  | { readonly is: 'left-in-queue'; readonly message: string }
  /** `code` tells whether the store is away. */
  | { readonly is: 'other'; readonly name: string; readonly message: string; readonly code?: string }
)

export function toSentError(error: unknown): SentError {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  if (error instanceof ConnectorError) return { is: 'connector', problem: error.problem, stack }
  if (error instanceof RequestError) {
    const { kind, code, sentence, details } = error
    return { is: 'request', kind, code, sentence, details, stack }
  }
  if (error instanceof VaultError) return { is: 'vault', stack }
  if (error instanceof LeftInQueue) return { is: 'left-in-queue', message: error.message, stack }
  if (!(error instanceof Error)) return { is: 'other', name: 'Error', message: String(error), stack }
  const code = 'code' in error ? String(error.code) : undefined
  return defined({ is: 'other' as const, name: error.name, message: error.message, code, stack })
}

export const errorFrom = (sent: SentError): Error => Object.assign(withItsClass(sent), { stack: sent.stack })

function withItsClass(sent: SentError): Error {
  switch (sent.is) {
    case 'connector':
      return new ConnectorError(sent.problem)
    case 'request':
      return new RequestError(sent.kind, sent.code, sent.sentence, sent.details)
    case 'vault':
      return new VaultError({})
    case 'left-in-queue':
      return new LeftInQueue(sent.message)
    case 'other': {
      const { name, message, code } = sent
      return Object.assign(new Error(message), defined({ name, code }))
    }
  }
}
