import { useLingui } from '@lingui/react/macro'

import {
  TRANSFORMATION_TYPE_NAMES,
  type TransformationType,
} from '../../../../core/catalog/transformations/transformation-types.ts'
import { stepName } from '../../../i18n/step-type-texts.ts'
import { StepMark } from '../steps/step-mark.tsx'
import styles from './step-palette.module.css'
import { DRAGGED_STEP } from './use-step-drop.ts'

interface StepPaletteProps {
  /** Adds a step behind the selected node. */
  onAdd(type: TransformationType): void
}

/** All kinds of steps, to drag onto a line of the picture, or to press. */
export function StepPalette({ onAdd }: StepPaletteProps) {
  const { i18n } = useLingui()
  return (
    // For the pointer only: the keyboard uses the previous node (Tab adds) and the outline, and everybody the button above.
    <ul className={styles['palette']} aria-hidden>
      {TRANSFORMATION_TYPE_NAMES.map((type) => (
        <li key={type}>
          <button
            type="button"
            draggable
            tabIndex={-1}
            className={styles['kind']}
            data-tooltip={stepName(i18n, type)}
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData(DRAGGED_STEP, type)
              dataTransfer.effectAllowed = 'copy'
            }}
            onClick={() => onAdd(type)}
          >
            <StepMark type={type} />
          </button>
        </li>
      ))}
    </ul>
  )
}
