import {
  ArrowDownUp,
  Calculator,
  Columns3,
  Combine,
  CopyMinus,
  EyeOff,
  Funnel,
  ListEnd,
  type LucideIcon,
  Puzzle,
  Replace,
  Sigma,
  SquareTerminal,
  TextCursorInput,
} from 'lucide-react'

import { isTransformationType, type TransformationType } from '../../../core/catalog/transformation-types.ts'
import styles from './step-mark.module.css'

const ICONS: Readonly<Record<TransformationType, LucideIcon>> = {
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
  const Icon = isTransformationType(type) ? ICONS[type] : Puzzle
  return (
    <span className={styles['mark']} aria-hidden>
      <Icon size={14} strokeWidth={1.75} />
    </span>
  )
}
