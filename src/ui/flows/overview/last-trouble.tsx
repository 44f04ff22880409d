import { useRun } from '../../queries/use-runs.ts'
import { RunTrouble } from '../../runs/trouble/run-trouble.tsx'

/** Why the last run of a flow failed, and what mends it. */
export function LastTrouble({ runId }: { readonly runId: string }) {
  const { data: run } = useRun(runId)
  return run ? <RunTrouble run={run} isAlone /> : null
}
