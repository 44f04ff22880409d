import type { Run } from './run.ts'

/** Rows of tables that are finished: they stay whatever becomes of the run. */
export const arrivedRows = ({ streams }: Pick<Run, 'streams'>): number =>
  streams.reduce((sum, { status, rowsWritten }) => (status === 'succeeded' ? sum + rowsWritten : sum), 0)
