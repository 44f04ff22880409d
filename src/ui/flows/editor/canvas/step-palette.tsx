import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'

import { isMirrored } from '../../../../core/catalog/mirrors/is-mirrored.ts'
import { isMirroredStep } from '../../../../core/catalog/mirrors/mirrored-steps.ts'
import { TRANSFORMATION_TYPE_NAMES } from '../../../../core/catalog/transformations/transformation-types.ts'
import type { FlowConfig } from '../../../../core/flows/flow.ts'
import { stepName } from '../../../i18n/step-type-texts.ts'
import { classNames } from '../../../kit/class-names.ts'
import { StepMark } from '../steps/step-mark.tsx'
import styles from './step-palette.module.css'
import { DRAGGED_STEP, type StepDrop, useStepDrop } from './use-step-drop.ts'

interface StepPaletteProps extends StepDrop {
  /** A mirror can have only some steps. */
  readonly config: FlowConfig
}

/** The kinds of steps, to drag onto a line of the picture, or to press. */
export function StepPalette({ config, ...drop }: StepPaletteProps) {
  const { i18n } = useLingui()
  const palette = useRef<HTMLUListElement>(null)
  useStepDrop(palette, drop)
  return (
    // For the pointer only: the keyboard uses the previous node (Tab adds) and the outline, and everybody the button above.
    <ul ref={palette} className={classNames('nowheel', styles['palette'])} aria-hidden>
      {TRANSFORMATION_TYPE_NAMES.filter((type) => !isMirrored(config) || isMirroredStep(type)).map((type) => (
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
            onClick={() => drop.onAdd(type)}
          >
            <StepMark type={type} />
          </button>
        </li>
      ))}
    </ul>
  )
}
