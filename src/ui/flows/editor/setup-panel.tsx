import { Suspense } from 'react'

import type { Entity } from '../../../core/connections/entity.ts'
import { movedStep, withSetting, withStream } from '../../../core/transformations/edit-steps.ts'
import type { StepReview } from '../../../core/transformations/review-steps.ts'
import { lazyNamed } from '../../app/lazy-named.ts'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { stepIdOf } from './canvas-nodes.ts'
import { FlowSetup } from './flow-setup.tsx'
import type { FlowEditing } from './use-flow-editing.ts'

const StepPanel = lazyNamed(() => import('./step-panel.tsx'), 'StepPanel')

interface SetupPanelProps {
  readonly editing: FlowEditing
  readonly selected: string | undefined
  readonly entities: readonly Entity[] | undefined
  readonly reviews: ReadonlyMap<string, StepReview>
  readonly isReadOnly: boolean
  onRemove(stepId: string): void
  onClose(): void
}

/** The settings of the step that is selected, or those of the flow. */
export function SetupPanel({ editing, selected, entities, reviews, isReadOnly, onRemove, onClose }: SetupPanelProps) {
  const { draft, change, changeSteps } = editing
  const { streams, transformations } = draft.config
  const stepId = selected === undefined ? undefined : stepIdOf(selected)
  const step = transformations.find(({ id }) => id === stepId)
  if (!step) return <FlowSetup flow={draft} onChange={change} />
  const { id } = step
  return (
    <Suspense fallback={<SkeletonRows count={5} />}>
      <StepPanel
        key={id}
        step={step}
        index={transformations.indexOf(step)}
        count={transformations.length}
        review={reviews.get(id)}
        entities={entities}
        streams={streams}
        isReadOnly={isReadOnly}
        onSet={(setting, value) => changeSteps((steps) => withSetting(steps, id, setting, value), `${id} ${setting}`)}
        onStream={(stream) => changeSteps((steps) => withStream(steps, id, stream))}
        onMove={(by) => changeSteps((steps) => movedStep(steps, id, by))}
        onRemove={() => onRemove(id)}
        onClose={onClose}
      />
    </Suspense>
  )
}
