import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import {
  isTransformationType,
  type TransformationType,
} from '../../core/catalog/transformations/transformation-types.ts'

const NAMES: Readonly<Record<TransformationType, MessageDescriptor>> = {
  select: msg`Choose columns`,
  rename: msg`Rename columns`,
  cast: msg`Change types`,
  filter: msg`Filter rows`,
  compute: msg`Compute columns`,
  mask: msg`Mask columns`,
  deduplicate: msg`Remove duplicates`,
  aggregate: msg`Aggregate`,
  sort: msg`Sort rows`,
  limit: msg`Limit rows`,
  join: msg`Join`,
  sql: msg`SQL`,
}

/** A type of a newer server is shown with its own name; for others nothing may be known. */
export const stepName = (i18n: I18n, type: string): string =>
  isTransformationType(type) ? i18n._(NAMES[type]) : type || i18n._(msg`Step`)
