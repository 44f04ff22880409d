import { useLingui } from '@lingui/react/macro'
import type { Publishing } from '../../core/catalog/publishing.ts'

/** When edits of a flow are used by its runs, in words. */
export function usePublishingNames(): Readonly<Record<Publishing, string>> {
  const { t } = useLingui()
  return {
    automatic: t`At once; when published, if it runs without a person`,
    draft: t`When published`,
    at_once: t`At once`,
  }
}
