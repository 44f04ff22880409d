import { Plural } from '@lingui/react/macro'
import { Suspense, useState } from 'react'

import type { Flow } from '../../../../core/flows/flow.ts'
import { canChangeTargets } from '../../../../core/mends/changed-targets.ts'
import { Button } from '../../../kit/button/button.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'

const TargetMendDialog = lazyNamed(() => import('../../../runs/mends/target-mend-dialog.tsx'), 'TargetMendDialog')

interface AddColumnsProps {
  readonly flow: Flow
  readonly entity: string
  readonly target: string
  /** The columns of the stream that its target does not have. */
  readonly missing: readonly string[]
  /** The target has perhaps got them. */
  onClose(): void
}

/** Adds columns to a target that does not follow its stream by itself, after it has shown the statement. */
export function AddColumns({ flow, entity, target, missing, onClose }: AddColumnsProps) {
  const [isOpen, setOpen] = useState(false)
  if (missing.length === 0 || !canChangeTargets(flow.destinationConnection?.type)) return null
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <>
      <Button size="sm" variant="primary" onClick={() => setOpen(true)}>
        <Plural value={missing.length} one={`Add the column to ${target}`} other={`Add the # columns to ${target}`} />
      </Button>
      {isOpen && (
        <Suspense>
          <TargetMendDialog flowId={flow.id} mend={{ kind: 'target', entity, missing, narrow: [] }} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
