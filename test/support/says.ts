import { inEnglish, type Sentence } from '../../src/core/catalog/sentence.ts'

/** What a sentence of the server or the engine is compared with: its English, as a text or as `expect.stringContaining` and its like. */
export const says = (expected: string | { asymmetricMatch(english: string): boolean }) => ({
  asymmetricMatch: (said: Sentence | undefined): boolean => {
    if (said === undefined) return false
    const english = inEnglish(said)
    return typeof expected === 'string' ? english === expected : expected.asymmetricMatch(english)
  },
  toString: () => 'says',
  toAsymmetricMatcher: () => `says ${typeof expected === 'string' ? expected : String(expected)}`,
})
