import type { TestStage } from '../../core/connections/connection-test.ts'
import { FailureError } from '../services/unwrap.ts'

/** A failed test tells its stages too; any other failure has none. */
export const stagesOf = (error: unknown): readonly TestStage[] | undefined =>
  error instanceof FailureError && error.failure.kind === 'connection-test-failed' ? error.failure.stages : undefined
