import { isTrouble } from '../../core/catalog/runs/run-states.ts'
import type { Flow } from '../../core/flows/flow.ts'
import { Skeleton } from '../kit/skeleton/skeleton.tsx'
import { ATTENTION_SHOWN } from './needs-attention.tsx'

/** The room of what needs attention until the reasons are known, so that nothing below it moves when they come. */
export function AttentionPlace({ flows }: { readonly flows: readonly Flow[] }) {
  const rows = flows.filter(({ lastRun }) => lastRun && isTrouble(lastRun.status)).length
  return rows > 0 && <Skeleton height={`${4.75 + 2.65 * Math.min(rows, ATTENTION_SHOWN)}rem`} />
}
