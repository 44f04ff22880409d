import { useLingui } from '@lingui/react'
import { useMemo } from 'react'

import { createFormats, type Formats } from './formats.ts'

export function useFormats(): Formats {
  const { locale } = useLingui().i18n
  return useMemo(() => createFormats(locale), [locale])
}
