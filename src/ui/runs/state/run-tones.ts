import type { RunStatus } from '../../../core/catalog/runs/run-states.ts'
import type { Tone } from '../../kit/tone.ts'

export const RUN_TONES: Readonly<Record<RunStatus, Tone>> = {
  queued: 'neutral',
  running: 'accent',
  committing: 'accent',
  succeeded: 'success',
  partially_succeeded: 'warning',
  failed: 'danger',
  cancelled: 'neutral',
}
