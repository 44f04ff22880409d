import { useLingui } from '@lingui/react'

import type { ProblemText } from '../../core/catalog/problem-text.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import { translateServerText } from './translate-server-text.ts'

/** The server's texts in the user's language. */
export function useServerText() {
  const { i18n } = useLingui()
  return {
    message: ({ message, sentence }: ProblemText): string => translateServerText(i18n, message, sentence),
    hint: ({ hint, hintSentence }: ProblemText): string | undefined =>
      hint === undefined ? undefined : translateServerText(i18n, hint, hintSentence),
    notes: (notes: readonly string[] = [], sentences: readonly Sentence[] = []): readonly string[] =>
      notes.map((note, place) => translateServerText(i18n, note, sentences[place])),
  }
}
