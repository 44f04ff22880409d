import type { TestStage } from '../../../core/catalog/checks/test-stage.ts'
import { FailureError } from '../../services/unwrap.ts'

/** A failed test includes its stages; any other failure has none. */
export const stagesOf = (error: unknown): readonly TestStage[] | undefined =>
  error instanceof FailureError && error.failure.kind === 'connection-test-failed' ? error.failure.stages : undefined
