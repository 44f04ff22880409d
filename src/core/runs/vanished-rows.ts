import { isFinal } from '../catalog/runs/run-states.ts'
import type { Run } from './run.ts'

type Stopped = Pick<Run, 'status' | 'isDry' | 'streams'>

/** Tables that stopped because too many of their rows are gone at the source. */
const stoppedStreams = ({ streams }: Stopped) =>
  streams.filter(({ error }) => error?.code === 'TOO_MANY_VANISHED' && error.vanished !== undefined)

/** Whether a person may decide about rows that are gone at the source. */
export const hasVanished = (run: Stopped): boolean =>
  isFinal(run.status) && !run.isDry && stoppedStreams(run).length > 0

/** The number of rows about which is decided. */
export const vanishedRows = (run: Stopped): number =>
  stoppedStreams(run).reduce((rows, { error }) => rows + (error?.vanished ?? 0), 0)
