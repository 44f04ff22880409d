import { setTimeout as sleep } from 'node:timers/promises'
import type { LogBudget } from './log-budget.ts'
import type { MirroredTables } from './mirrored-tables.ts'
import type { MirrorRequest } from './run-mirror.ts'

/** How often copies are looked for. */
const LOOK_MS = 1_000

/** The log that the source keeps is measured at every fifth look. */
const LOOKS_PER_MEASURE = 5

interface Looking extends Pick<MirrorRequest, 'source' | 'load' | 'onEvent' | 'lookMs' | 'signal'> {
  readonly tables: MirroredTables
  readonly budget: LogBudget
}

/** Does what a mirror has to do beside its log, until the signal is aborted. */
export async function lookAfter({
  source,
  load,
  tables,
  budget,
  onEvent,
  lookMs = LOOK_MS,
  signal,
}: Looking): Promise<void> {
  for (let looks = 0; !signal.aborted; looks++) {
    await tables.tidy()
    await tables.lookAtShapes()
    tables.reportWaiting()
    if (load.waiting.size > 0) await tables.followCopies()
    const held = looks % LOOKS_PER_MEASURE === 0 ? await source.held() : undefined
    if (held) onEvent({ kind: 'held', held })
    if (held) budget.look(held)
    await sleep(lookMs, undefined, { signal }).catch(() => {})
  }
}
