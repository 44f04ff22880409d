import { classNames } from '../class-names.ts'
import type { Tone } from '../tone.ts'
import styles from './status-dot.module.css'

/** A coloured dot beside words with the same meaning. `isLive` makes it pulse. */
export const StatusDot = ({ tone, isLive = false }: { tone: Tone; isLive?: boolean }) => (
  <span className={classNames(styles['dot'], styles[tone], isLive && styles['live'])} aria-hidden />
)
