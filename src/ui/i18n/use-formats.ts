import { useLingui } from '@lingui/react'

import { type Formats, formatsOf } from './formats.ts'

export const useFormats = (): Formats => formatsOf(useLingui().i18n.locale)
