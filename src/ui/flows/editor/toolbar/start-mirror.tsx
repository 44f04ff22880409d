import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { isMirrored } from '../../../../core/catalog/mirrors/is-mirrored.ts'
import { mirrorObstacles } from '../../../../core/catalog/mirrors/mirror-obstacles.ts'
import type { Flow } from '../../../../core/flows/flow.ts'
import { MirrorButton } from '../../../mirrors/mirror-button.tsx'
import { useMirrorRefusals } from '../../../mirrors/use-mirror-refusals.ts'

interface StartMirrorProps {
  /** As it is edited. */
  readonly flow: Flow
  readonly published: Flow
  onSave(): Promise<boolean>
}

/** In place of the button that runs a flow; the page of the flow shows what the mirror does. */
export function StartMirror({ flow, published, onSave }: StartMirrorProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const refusals = useMirrorRefusals()
  const [obstacle] = mirrorObstacles(flow.config)
  const isDraftOnly = published.draft !== undefined && !isMirrored(published.config)
  return (
    <MirrorButton
      flow={flow}
      variant="primary"
      disabledReason={isDraftOnly ? t`Publish the draft first` : obstacle && refusals[obstacle]}
      onSave={onSave}
      onStarted={() => void navigate({ to: '/flows/$id', params: { id: flow.id } })}
    />
  )
}
