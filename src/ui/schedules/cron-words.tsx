import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'

import { chooseLocale } from '../i18n/locale.ts'
import { useCron } from './cron.tsx'

interface CronWordsProps {
  readonly cron: string
  readonly timezone?: string | undefined
}

/** A schedule in words with its time zone; its expression while the words are loaded. */
export const CronWords = (props: CronWordsProps) => (
  <Suspense fallback={withTimezone(props.cron, props)}>
    <Words {...props} />
  </Suspense>
)

function Words(props: CronWordsProps) {
  const { i18n } = useLingui()
  const { inWords } = useCron()
  return withTimezone(inWords(props.cron, chooseLocale([i18n.locale])) ?? props.cron, props)
}

const withTimezone = (words: string, { timezone }: CronWordsProps): string =>
  timezone === undefined ? words : `${words} (${timezone.replaceAll('_', ' ')})`
