import { useLingui } from '@lingui/react'

import type { LastDelivery } from '../../core/alerts/alert-channel.ts'
import { translateServerText } from '../i18n/translate-server-text.ts'

/** The status of a receiver's answer, and its words or our reason why there is none. */
export function useAnswerText() {
  const { i18n } = useLingui()
  return ({
    status,
    answer = '',
    answerSentence,
  }: Pick<LastDelivery, 'status' | 'answer' | 'answerSentence'>): string =>
    [status, translateServerText(i18n, answer, answerSentence)]
      .filter((part) => part !== undefined && part !== '')
      .join(' · ')
}
