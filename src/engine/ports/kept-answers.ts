/** Answers of a vendor that charges for each of them, kept for the rest of their day (UTC), so that the same question is not paid for twice. */
export interface KeptAnswers {
  /** @param question everything on which the answer depends, also whose account is asked */
  find(question: string): Promise<string | undefined>
  /** Keeps nothing if there is no room. */
  keep(question: string, answer: string): Promise<void>
  forget(questions: readonly string[]): Promise<void>
}
