import type { I18n } from '@lingui/core'

import type { Transformation } from '../../../../core/flows/flow.ts'
import { stepName } from '../../../i18n/step-type-texts.ts'

/** What people call a step: by its name, otherwise by its type. */
export const stepTitle = (i18n: I18n, { name, type }: Pick<Transformation, 'name' | 'type'>): string =>
  name ?? stepName(i18n, type)
