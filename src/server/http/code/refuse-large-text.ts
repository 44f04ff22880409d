import { Lexer } from 'yaml'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'

/**
 * Of all files of a request together. Parsing and checking nearly so many took 0.75 s on a busy machine of two cores (13,000 names in a map),
 * and nobody else is answered while one file is parsed. A table of a flow has about 35 parts.
 */
export const MAX_PARTS = 100_000

const MAX_LEVELS = 32

interface LookedAt {
  /** How many tokens the text has, up to the point at which it was refused. */
  readonly parts: number
  /** Why it is not worth parsing. Absent: it may be parsed. */
  readonly reason?: Sentence
}

/** Looks at a text token by token, which costs a part of parsing it. @param before the parts of the files before it */
export function lookAtText(text: string, before: number): LookedAt {
  const nesting = new Nesting()
  let parts = 0
  const errors = new Errors()
  for (const token of new Lexer().lex(text)) {
    parts++
    const found = errors.after(token)
    if (before + parts > MAX_PARTS)
      return {
        parts,
        reason: sentence`These files have more than ${MAX_PARTS} parts (names, values and marks) together. Apply fewer of them at once.`,
      }
    if (nesting.after(token) > MAX_LEVELS)
      return { parts, reason: sentence`This document is nested too deeply. At most ${MAX_LEVELS} levels are read.` }
    if (found > MAX_FAULTS) return { parts, reason: sentence`This document has more than ${MAX_FAULTS} errors.` }
  }
  return { parts }
}

const BRACKETS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 }

/** Levels by indentation, by lists within one line and by brackets, each of which a parser goes down. */
class Nesting {
  #brackets = 0
  #dashes = 0
  #indents: number[] = []
  #isAtLineStart = true

  /** @returns the levels after a token */
  after(token: string): number {
    if (isMark(token) && token !== '\n') return 0
    this.#brackets += BRACKETS[token] ?? 0
    const isIndent = this.#isAtLineStart && /^ +$/.test(token)
    // Within brackets indentation means nothing.
    if (this.#isAtLineStart && token !== '\n' && this.#brackets === 0) this.#indent(isIndent ? token.length : 0)
    this.#isAtLineStart = token.endsWith('\n')
    if (token === '-') this.#dashes++
    else if (this.#isAtLineStart) this.#dashes = 0
    return this.#indents.length + this.#dashes + this.#brackets
  }

  #indent(width: number): void {
    while ((this.#indents.at(-1) ?? -1) >= width) this.#indents.pop()
    if (width > 0) this.#indents.push(width)
  }
}

/** Texts that stand side by side, and commas without a value, are errors, one each. */
class Errors {
  #quoted = 0
  #commas = 0

  /** @returns the errors in a row after a token */
  after(token: string): number {
    if (token.startsWith('"') || token.startsWith("'")) this.#quoted++
    else if (token.trim() !== '' && !isMark(token)) this.#quoted = 0
    if (token === ',') this.#commas++
    else if (token.trim() !== '') this.#commas = 0
    return Math.max(this.#quoted, this.#commas)
  }
}

/** Of all files together; somebody mends the first ones first. */
export const MAX_FAULTS = 100

/** The lexer's own marks, each a control character. */
const isMark = (token: string) => token.length === 1 && token < ' '
