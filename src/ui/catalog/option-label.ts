import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type {
  TRANSFORMATION_TYPES,
  TransformationType,
} from '../../core/catalog/transformations/transformation-types.ts'

type Setting = (typeof TRANSFORMATION_TYPES)[TransformationType]['settings'][number]
type Cell = Extract<Setting, { readonly kind: 'lines' }>['cells'][number]
type Option = Extract<Setting | Cell, { readonly kind: 'choice' }>['options'][number]

/** A missing text does not compile. */
const OPTIONS: { readonly [Known in Option]: MessageDescriptor } = {
  text: msg`Text`,
  integer: msg`Whole number`,
  decimal: msg`Decimal number`,
  double: msg`Floating-point number`,
  boolean: msg`Yes or no`,
  date: msg`Date`,
  timestamp: msg`Date and time`,
  timestamptz: msg`Date and time with zone`,
  json: msg`JSON`,
  hash: msg`Hash`,
  redact: msg`Leave empty`,
  partial: msg`Show the end only`,
  ascending: msg`Ascending`,
  descending: msg`Descending`,
  count: msg`Count`,
  count_distinct: msg`Count of different values`,
  sum: msg`Sum`,
  avg: msg`Average`,
  min: msg`Smallest`,
  max: msg`Largest`,
  all: msg`Keep them`,
  matching: msg`Leave them out`,
}

export const optionLabel = (i18n: I18n, option: string): string =>
  Object.hasOwn(OPTIONS, option) ? i18n._(OPTIONS[option as Option]) : option
