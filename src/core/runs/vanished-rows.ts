import { isDry } from '../catalog/runs/run-kinds.ts'
import { isFinal } from '../catalog/runs/run-states.ts'
import type { Run } from './run.ts'

type Stopped = Pick<Run, 'status' | 'kind' | 'streams'>

/** For each table that stopped because too many of its rows are gone at the source, their number. */
const stoppedStreams = ({ streams }: Stopped): readonly number[] =>
  streams.flatMap(({ error }) =>
    error?.code === 'TOO_MANY_VANISHED' && error.vanished !== undefined ? [error.vanished] : [],
  )

/** Whether a person may decide about rows that are gone at the source. */
export const hasVanished = (run: Stopped): boolean =>
  isFinal(run.status) && !isDry(run.kind) && stoppedStreams(run).length > 0

/** The number of rows about which is decided. */
export const vanishedRows = (run: Stopped): number => stoppedStreams(run).reduce((rows, vanished) => rows + vanished, 0)
