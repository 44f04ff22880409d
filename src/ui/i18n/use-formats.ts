import { useLingui } from '@lingui/react'

import { type Formats, formatsOf } from './formats.ts'
import { regionalLocale } from './regional-locale.ts'

export const useFormats = (): Formats => formatsOf(regionalLocale(useLingui().i18n.locale))
