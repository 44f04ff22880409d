import { Plural } from '@lingui/react/macro'
import { useState } from 'react'

import type { Flow } from '../../../../core/flows/flow.ts'
import type { StreamPlan } from '../../../../core/flows/streams/stream-plan.ts'
import { canChangeTargets, canSetTargetsAside } from '../../../../core/mends/changed-targets.ts'
import type { TargetMend } from '../../../../core/mends/mend.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TargetMendDialog } from '../../../runs/mends/target-mend-dialog.tsx'
import { useMendTexts } from '../../../runs/mends/use-mend-texts.ts'

interface TargetMendsProps {
  readonly flow: Flow
  readonly entity: string
  readonly plan: StreamPlan
  /** Runs replace all rows of the target, so that it can be made again. */
  readonly isReplaced: boolean
  /** The target has perhaps changed. */
  onClose(): void
}

/** Adds columns to a target that does not follow its stream by itself, or makes room for a new one, after the statement was shown. */
export function TargetMends({ flow, entity, plan, isReplaced, onClose }: TargetMendsProps) {
  const [isOpen, setOpen] = useState(false)
  const textsOf = useMendTexts()
  const mend = mendOf(flow, entity, plan, isReplaced)
  if (!mend) return null
  const { target } = plan
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <>
      <Button size="sm" variant={mend.kind === 'target' ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        {mend.kind === 'target' ? (
          <Plural
            value={mend.missing.length}
            one={`Add the column to ${target}`}
            other={`Add the # columns to ${target}`}
          />
        ) : (
          textsOf(mend).label
        )}
      </Button>
      {isOpen && <TargetMendDialog flowId={flow.id} mend={mend} onClose={close} />}
    </>
  )
}

function mendOf(
  { destinationConnection }: Flow,
  entity: string,
  { target, problem }: StreamPlan,
  isReplaced: boolean,
): TargetMend | undefined {
  const type = destinationConnection?.type
  const missing = problem?.missingColumns ?? []
  if (missing.length > 0) return canChangeTargets(type) ? { kind: 'target', entity, missing, narrow: [] } : undefined
  const isOther = problem?.code === 'TARGET_MISMATCH' && isReplaced && canSetTargetsAside(type)
  return isOther ? { kind: 'again', entity, target } : undefined
}
