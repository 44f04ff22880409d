import {
  ArrowDownUp,
  Calculator,
  Columns3,
  Combine,
  CopyMinus,
  EyeOff,
  Funnel,
  type IconNode,
  ListEnd,
  Puzzle,
  Replace,
  Sigma,
  SquareTerminal,
  TextCursorInput,
} from 'lucide'

import {
  isTransformationType,
  type TransformationType,
} from '../../../../core/catalog/transformations/transformation-types.ts'
import { Icon } from '../../../kit/icon/icon.tsx'
import styles from './step-mark.module.css'

const ICONS: Readonly<Record<TransformationType, IconNode>> = {
  select: Columns3,
  rename: TextCursorInput,
  cast: Replace,
  filter: Funnel,
  compute: Calculator,
  mask: EyeOff,
  deduplicate: CopyMinus,
  aggregate: Sigma,
  sort: ArrowDownUp,
  limit: ListEnd,
  join: Combine,
  sql: SquareTerminal,
}

/** The picture of a kind of step. */
export function StepMark({ type }: { type: string }) {
  return (
    <span className={styles['mark']} aria-hidden>
      <Icon of={isTransformationType(type) ? ICONS[type] : Puzzle} size={14} strokeWidth={1.75} />
    </span>
  )
}
