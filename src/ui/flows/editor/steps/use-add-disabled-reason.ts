import { isMirrored } from '../../../../core/catalog/mirrors/is-mirrored.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { useMirrorRefusals } from '../../../mirrors/use-mirror-refusals.ts'
import { useWriteDisabledReason } from '../../../queries/use-write-disabled-reason.ts'

/** Why no step can be added to a flow: it may not be changed, or it is a mirror. */
export function useAddDisabledReason(flow: Flow): string | undefined {
  const refusals = useMirrorRefusals()
  const reason = useWriteDisabledReason(flow)
  return reason ?? (isMirrored(flow.config) ? refusals.steps : undefined)
}
