import { sentence } from '../../core/catalog/sentence.ts'
import type { HeldLog } from '../ports/change-source.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { MirrorRequest } from './run-mirror.ts'

/** Half of the budget is worth a note, four fifths an alert; at its end the log is given up, before the disk of the source is full. */
export type BudgetState = 'fine' | 'half' | 'scarce' | 'spent'

/** How much of its log the source may keep for a mirror. */
export class LogBudget {
  readonly #request: Pick<MirrorRequest, 'source' | 'budgetBytes' | 'onEvent'>
  #state: BudgetState = 'fine'
  #within = new AbortController()
  #ending: Promise<void> | undefined
  #held = 0

  constructor(request: Pick<MirrorRequest, 'source' | 'budgetBytes' | 'onEvent'>) {
    this.#request = request
  }

  /** A new log. @returns aborted when it is given up */
  begin(): AbortSignal {
    this.#within = new AbortController()
    return this.#within.signal
  }

  look(held: HeldLog): void {
    const { source, budgetBytes, onEvent } = this.#request
    if (budgetBytes === undefined) return
    const state = stateOf(held.bytes / budgetBytes)
    if (state !== this.#state) onEvent({ kind: 'budget', state, held })
    this.#state = state
    if (state !== 'spent' || this.#within.signal.aborted) return
    this.#held = held.bytes
    this.#within.abort()
    // At once: what the mirror is doing may take long.
    this.#ending = source.end()
    this.#ending.catch(() => {})
  }

  /** Waits until the source has forgotten the log. @returns why it was given up */
  async spent(): Promise<ConnectorError> {
    await this.#ending
    const megabytes = Math.round(this.#held / 1e6)
    return new ConnectorError({
      code: 'LOG_GAP',
      message: sentence`A part of the source's log is missing: it had grown to ${megabytes} MB, more than the mirror may keep, and the source was told to forget it.`,
      hint: sentence`The tables must be compared with the source, and what differs must be copied again.`,
    })
  }
}

function stateOf(share: number): BudgetState {
  if (share >= 1) return 'spent'
  if (share >= 0.8) return 'scarce'
  return share >= 0.5 ? 'half' : 'fine'
}
