import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const OPTIONS: Readonly<Record<string, MessageDescriptor>> = {
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

export function optionLabel(i18n: I18n, option: string): string {
  const text = OPTIONS[option]
  return text ? i18n._(text) : option
}
