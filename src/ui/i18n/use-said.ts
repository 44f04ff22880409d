import { useLingui } from '@lingui/react'

import type { ProblemText } from '../../core/catalog/problem-text.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import { saidIn } from './said-in.ts'

/** The server's texts in the user's language. */
export function useSaid() {
  const { i18n } = useLingui()
  return {
    message: ({ message, sentence }: ProblemText): string => saidIn(i18n, message, sentence),
    hint: ({ hint, hintSentence }: ProblemText): string | undefined =>
      hint === undefined ? undefined : saidIn(i18n, hint, hintSentence),
    notes: (notes: readonly string[] = [], sentences: readonly Sentence[] = []): readonly string[] =>
      notes.map((note, place) => saidIn(i18n, note, sentences[place])),
  }
}
