import { Suspense } from 'react'

import type { Entity } from '../../../core/connections/entity.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { withStream, withWords } from '../../../core/transformations/edit-steps.ts'
import type { StepReview } from '../../../core/transformations/review-steps.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import type { DialogName } from '../../routing/search.ts'
import { stepIdOf } from './canvas/canvas-nodes.ts'
import type { Selection } from './canvas/use-selection.ts'
import type { StepActions } from './keys/use-step-actions.ts'
import type { FlowEditing } from './saving/use-flow-editing.ts'
import type { FlowRepairs } from './steps/use-repairs.ts'

const FlowSetup = lazyNamed(() => import('./streams/flow-setup.tsx'), 'FlowSetup', { isPart: true })
const SeveralSteps = lazyNamed(() => import('./steps/several-steps.tsx'), 'SeveralSteps')
const StepPanel = lazyNamed(() => import('./steps/step-panel.tsx'), 'StepPanel')

interface SetupPanelProps {
  /** The edited flow, with the server's data about its runs. */
  readonly flow: Flow
  readonly editing: FlowEditing
  readonly selection: Selection
  readonly entities: readonly Entity[] | undefined
  readonly broken: FlowRepairs
  readonly reviews: ReadonlyMap<string, StepReview>
  readonly isReadOnly: boolean
  readonly actions: StepActions
  onOpenDialog(dialog: DialogName): void
}

/** The settings of the selected step, or of the flow; for several steps, their common actions. */
export function SetupPanel({ flow, editing, selection, actions, broken, onOpenDialog, ...props }: SetupPanelProps) {
  const { isReadOnly } = props
  const { change, changeSteps } = editing
  if (selection.steps.length > 1) {
    return (
      <Suspense>
        <SeveralSteps stepIds={selection.steps} isReadOnly={isReadOnly} actions={actions} />
      </Suspense>
    )
  }
  const stepId = selection.current === undefined ? undefined : stepIdOf(selection.current)
  const step = flow.config.transformations.find(({ id }) => id === stepId)
  if (!step) {
    return (
      <Suspense fallback={<SkeletonRows count={5} />}>
        <FlowSetup flow={flow} broken={broken} onChange={change} onOpenDialog={onOpenDialog} />
      </Suspense>
    )
  }
  const { id } = step
  return (
    <Suspense fallback={<SkeletonRows count={5} />}>
      <StepPanel
        key={id}
        step={step}
        flow={flow}
        {...props}
        onSet={(setting, value) => actions.set(id, setting, value)}
        onStream={(stream) => changeSteps((steps) => withStream(steps, id, stream))}
        onWords={(words, text) => changeSteps((steps) => withWords(steps, id, words, text), `${id} ${words}`)}
        onMove={(by) => actions.move(id, by)}
        onDuplicate={() => actions.duplicate([id])}
        onRemove={() => actions.remove([id])}
        onClose={() => selection.choose(undefined)}
      />
    </Suspense>
  )
}
