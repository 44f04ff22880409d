import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { TransformationType } from '../../../../core/catalog/transformations/transformation-types.ts'
import type { Transformation } from '../../../../core/flows/flow.ts'
import {
  connectedSteps,
  movedStep,
  newStep,
  withoutSteps,
  withSetting,
  withSteps,
} from '../../../../core/transformations/edit-steps.ts'
import { type CopiedStep, withoutId } from '../../../../core/transformations/step-clipboard.ts'
import { stepName } from '../../../i18n/step-type-texts.ts'
import { nodeIdOf, stepIdOf } from '../canvas/canvas-nodes.ts'
import type { NodeFocus } from '../canvas/use-node-focus.ts'
import type { Selection } from '../canvas/use-selection.ts'
import type { FlowEditing } from '../saving/use-flow-editing.ts'

export interface StepActions {
  /** @param stream the only table that it is for */
  add(index: number, type: TransformationType, stream?: string): void
  /** Removes and saves at once (spec §4); the focus moves to the nearest node. */
  remove(stepIds: readonly string[]): void
  duplicate(stepIds: readonly string[]): void
  paste(steps: readonly CopiedStep[]): void
  copied(count: number): void
  move(stepId: string, by: number): void
  /** Puts one of two nodes directly behind the other, as a line between them says. */
  connect(from: string, to: string): void
  set(stepId: string, setting: string, value: unknown): void
  undo(): void
  redo(): void
}

interface StepActionsDeps {
  readonly editing: FlowEditing
  readonly selection: Selection
  readonly focus: NodeFocus
  readonly isReadOnly: boolean
  onAdded(stepId: string): void
  /** Announces it to screen readers. */
  announce(words: string): void
}

/** The actions on steps, for the picture, the outline, the settings and the keyboard. */
export function useStepActions(deps: StepActionsDeps): StepActions {
  const { editing, selection, focus, isReadOnly, onAdded, announce } = deps
  const { t, i18n } = useLingui()
  const steps = editing.draft.config.transformations
  const countOf = (count: number) => t`${plural(count, { one: '# step', other: '# steps' })}`

  const insert = (index: number, added: readonly Transformation[]) => {
    editing.changeSteps((before) => withSteps(before, index, added))
    selection.chooseSteps(added.map(({ id }) => id))
    const last = added.at(-1)
    if (last) setTimeout(() => focus.show(nodeIdOf(last)))
  }
  const insertCopies = (copied: readonly CopiedStep[]) => {
    const follow = focus.follow()
    const added = copied.map((step) => ({ ...step, id: newStepId() }))
    insert(afterChosen(steps, selection), added)
    const last = added.at(-1)
    // What was focused may no longer be in view, and then it is not drawn.
    if (last) setTimeout(() => follow(nodeIdOf(last)))
  }
  const undoing = useUndo(editing, announce)
  if (isReadOnly) return { ...READ_ONLY, copied: (count) => announce(t`${countOf(count)} copied`) }
  return {
    add: (index, type, stream) => {
      const step = newStep(newStepId(), type, stream)
      insert(index, [step])
      onAdded(step.id)
      announce(t`${stepName(i18n, type)} added as step ${index + 1} of ${steps.length + 1}`)
    },
    remove: (stepIds) => {
      if (stepIds.length === 0) return
      const follow = focus.follow()
      const nearest = neighbourOf(steps, stepIds)
      editing.changeSteps((before) => withoutSteps(before, stepIds))
      void editing.flush()
      selection.choose(nearest)
      follow(nearest)
      announce(t`${countOf(stepIds.length)} removed. Undo brings it back.`)
    },
    duplicate: (stepIds) => {
      const wanted = steps.filter(({ id }) => stepIds.includes(id))
      if (wanted.length === 0) return
      insertCopies(wanted.map(withoutId))
      announce(t`${countOf(wanted.length)} duplicated`)
    },
    paste: (copied) => {
      insertCopies(copied)
      announce(t`${countOf(copied.length)} pasted`)
    },
    copied: (count) => announce(t`${countOf(count)} copied`),
    move: (stepId, by) => {
      const from = steps.findIndex(({ id }) => id === stepId)
      const to = from + by
      if (from === -1 || to < 0 || to >= steps.length) return
      editing.changeSteps((before) => movedStep(before, stepId, by))
      announce(t`Now step ${to + 1} of ${steps.length}`)
    },
    connect: (from, to) => editing.changeSteps((before) => connectedSteps(before, stepIdOf(from), stepIdOf(to))),
    set: (stepId, setting, value) =>
      editing.changeSteps((before) => withSetting(before, stepId, setting, value), `${stepId} ${setting}`),
    ...undoing,
  }
}

function useUndo({ canUndo, canRedo, undo, redo }: FlowEditing, announce: (words: string) => void) {
  const { t } = useLingui()
  return {
    undo: () => {
      if (!canUndo) return
      undo()
      announce(t`Undone`)
    },
    redo: () => {
      if (!canRedo) return
      redo()
      announce(t`Redone`)
    },
  }
}

/** The position after the selected steps, otherwise the end. */
function afterChosen(steps: readonly Transformation[], { steps: chosen, current }: Selection): number {
  const last = chosen.at(-1)
  if (last !== undefined) return steps.findIndex(({ id }) => id === last) + 1
  return current === 'source' ? 0 : steps.length
}

/** Two tabs that add a step each must not create the same id. */
const newStepId = (): string =>
  `t${[...crypto.getRandomValues(new Uint32Array(2))].map((part) => part.toString(36)).join('')}`

const nothing = () => undefined

const READ_ONLY: Omit<StepActions, 'copied'> = {
  add: nothing,
  remove: nothing,
  duplicate: nothing,
  paste: nothing,
  move: nothing,
  connect: nothing,
  set: nothing,
  undo: nothing,
  redo: nothing,
}

/** The step at the position of the removed ones, otherwise the one before them, otherwise the source. */
function neighbourOf(steps: readonly Transformation[], removed: readonly string[]): string {
  const last = steps.findLastIndex(({ id }) => removed.includes(id))
  const left = steps.slice(0, last).filter(({ id }) => !removed.includes(id))
  const nearest = steps[last + 1] ?? left.at(-1)
  return nearest ? nodeIdOf(nearest) : 'source'
}
