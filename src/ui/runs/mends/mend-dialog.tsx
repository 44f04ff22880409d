import type { Flow } from '../../../core/flows/flow.ts'
import type { Mend } from '../../../core/mends/mend.ts'
import type { Run } from '../../../core/runs/run.ts'
import { CopyMendDialog } from './copy-mend-dialog.tsx'
import { FlowMendDialog } from './flow-mend-dialog.tsx'
import { PositionMendDialog } from './position-mend-dialog.tsx'
import { TargetMendDialog } from './target-mend-dialog.tsx'

interface MendDialogProps {
  readonly run: Run
  readonly flow: Flow | undefined
  readonly mend: Mend
  onClose(): void
}

/** What a mend will do; then it does it. */
export function MendDialog({ run, flow, mend, onClose }: MendDialogProps) {
  switch (mend.kind) {
    case 'flow':
      return flow && <FlowMendDialog run={run} flow={flow} mend={mend} onClose={onClose} />
    case 'target':
      return <TargetMendDialog flowId={run.flowId} run={run} mend={mend} onClose={onClose} />
    case 'position':
      return <PositionMendDialog run={run} mend={mend} onClose={onClose} />
    case 'copy':
      return <CopyMendDialog run={run} mend={mend} onClose={onClose} />
    case 'run-again':
      return null
  }
}
