import { Line } from '@visx/shape'

import { classNames } from '../kit/class-names.ts'
import styles from './limit.module.css'

/** What must not be passed, across a chart. */
export const Limit = ({ left, right, at }: { readonly left: number; readonly right: number; readonly at: number }) => (
  <Line className={classNames(styles['limit'])} from={{ x: left, y: at }} to={{ x: right, y: at }} />
)
