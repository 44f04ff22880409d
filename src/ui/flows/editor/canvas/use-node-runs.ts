import { useMemo } from 'react'

import type { Transformation } from '../../../../core/flows/flow.ts'
import type { Run } from '../../../../core/runs/run.ts'
import { useLoaded } from '../../../kit/use-loaded.ts'
import type { NodeRunState } from './node-run.tsx'
import type { StepRunState } from './step-node.tsx'

/** The state of the last run at each node. */
export interface NodeRuns {
  readonly source: NodeRunState | undefined
  readonly destination: NodeRunState | undefined
  step(stepId: string): StepRunState | undefined
}

const NONE: NodeRuns = { source: undefined, destination: undefined, step: () => undefined }

/** The picture does not wait for what is drawn into it of a run. */
const load = () => import('./node-runs-of.ts')

/** A run in the form of nodes; nothing without a run. */
export function useNodeRuns(run: Run | undefined, steps: readonly Transformation[]): NodeRuns {
  const nodeRunsOf = useLoaded(load, run !== undefined)?.nodeRunsOf
  return useMemo(() => (run && nodeRunsOf?.(run, steps)) ?? NONE, [run, steps, nodeRunsOf])
}
