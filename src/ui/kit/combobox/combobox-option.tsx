import { Check } from 'lucide'
import { useEffect, useRef } from 'react'

import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './combobox.module.css'
import type { ComboboxOption } from './combobox.tsx'

interface ComboboxOptionViewProps {
  readonly id: string
  readonly option: ComboboxOption
  /** The keys are on it. */
  readonly isCurrent: boolean
  readonly isChosen: boolean
  readonly isAction?: boolean
  onPoint(): void
  onChoose(): void
}

export function ComboboxOptionView(props: ComboboxOptionViewProps) {
  const { id, option, isCurrent, isChosen, isAction = false, onPoint, onChoose } = props
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard focus stays in the field, which handles Enter
    // biome-ignore lint/a11y/useFocusableInteractive: the field refers to it with aria-activedescendant
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classNames(styles['option'], isCurrent && styles['current'], isAction && styles['action'])}
      onPointerMove={isCurrent ? undefined : onPoint}
      onClick={onChoose}
    >
      {option.mark}
      <span className={styles['label']}>{option.label}</span>
      {option.detail && <span className={styles['detail']}>{option.detail}</span>}
      {isChosen && <Icon of={Check} size={14} />}
    </div>
  )
}
