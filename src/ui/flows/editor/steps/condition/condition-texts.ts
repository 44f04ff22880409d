import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Operator } from '../../../../../core/transformations/condition/condition.ts'
import type { Obstacle } from '../../../../../core/transformations/condition/read-condition.ts'
import type { ValueKind } from '../../../../../core/transformations/condition/value-kind.ts'

const OPERATORS: Readonly<Record<Operator, MessageDescriptor>> = {
  equals: msg`is`,
  differs: msg`is not`,
  less: msg`is less than`,
  'at-most': msg`is at most`,
  greater: msg`is greater than`,
  'at-least': msg`is at least`,
  between: msg`is between`,
  'one-of': msg`is one of`,
  'none-of': msg`is none of`,
  contains: msg`contains`,
  lacks: msg`does not contain`,
  'starts-with': msg`starts with`,
  'ends-with': msg`ends with`,
  'has-value': msg`has a value`,
  'has-none': msg`has no value`,
}

const OF_TIMES: Partial<Record<Operator, MessageDescriptor>> = {
  less: msg`is before`,
  'at-most': msg`is at the latest`,
  greater: msg`is after`,
  'at-least': msg`is at the earliest`,
}

export function operatorLabel(i18n: I18n, operator: Operator, kind: ValueKind): string {
  const isTime = kind === 'date' || kind === 'moment'
  return i18n._((isTime && OF_TIMES[operator]) || OPERATORS[operator])
}

const OBSTACLES: Readonly<Record<Obstacle, MessageDescriptor>> = {
  comment: msg`The builder would lose the comment.`,
  nesting: msg`The builder cannot show groups within groups.`,
  pattern: msg`The builder cannot show patterns with % or _ within.`,
  other: msg`The builder only compares columns with values.`,
}

/** The reason why a condition is shown only as SQL. */
export const obstacleText = (i18n: I18n, obstacle: Obstacle): string => i18n._(OBSTACLES[obstacle])
