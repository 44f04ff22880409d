import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import {
  isTransformationType,
  type TransformationType,
} from '../../../../core/catalog/transformations/transformation-types.ts'

const PURPOSES: Readonly<Record<TransformationType, MessageDescriptor>> = {
  select: msg`Keeps some columns and leaves out the rest`,
  rename: msg`Gives columns other names`,
  cast: msg`Converts text to a number, a number to a date, and so on`,
  filter: msg`Keeps the rows that meet a condition`,
  compute: msg`Adds columns computed from other columns`,
  mask: msg`Hides personal data before it arrives`,
  deduplicate: msg`Keeps one of several equal rows`,
  aggregate: msg`Counts, adds up or averages rows in groups`,
  sort: msg`Puts rows in order`,
  limit: msg`Keeps the first rows only`,
  join: msg`Adds columns of another table of the source`,
  sql: msg`Anything that a SELECT can express`,
}

/** The purpose of a kind of step; nothing for one of a newer server. */
export const typePurpose = (i18n: I18n, type: string): string =>
  isTransformationType(type) ? i18n._(PURPOSES[type]) : ''
