import { Lexer } from 'yaml'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'

/** A flow of thousands of tables has fewer; a parser would be busy with more for seconds, and nobody else is answered meanwhile. */
const MOST_TOKENS = 400_000

const MOST_LEVELS = 32

/** Why a text is not worth parsing: looked at token by token, which costs a part of parsing it. Nothing if it may be parsed. */
export function whyNotParsed(text: string): Sentence | undefined {
  let tokens = 0
  let brackets = 0
  let quoted = 0
  let dashes = 0
  for (const token of new Lexer().lex(text)) {
    tokens++
    brackets += LEVELS[token] ?? 0
    dashes = dashesAfter(token, dashes)
    quoted = quotedAfter(token, quoted)
    if (tokens > MOST_TOKENS) return sentence`This file has more than ${MOST_TOKENS} parts. Write several files.`
    if (Math.max(brackets, dashes) > MOST_LEVELS)
      return sentence`This document is nested too deeply. At most ${MOST_LEVELS} levels are read.`
    if (quoted > MOST_FAULTS) return sentence`This document has more than ${MOST_FAULTS} errors.`
  }
  return undefined
}

const LEVELS: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 }

/** Levels of lists within one line. */
function dashesAfter(token: string, dashes: number): number {
  if (token === '-') return dashes + 1
  return token.includes('\n') ? 0 : dashes
}

/** Texts that stand side by side are errors, one each. */
function quotedAfter(token: string, quoted: number): number {
  if (token.startsWith('"') || token.startsWith("'")) return quoted + 1
  return token.trim() === '' || isMark(token) ? quoted : 0
}

/** Of all files together; somebody mends the first ones first. */
export const MOST_FAULTS = 100

/** The lexer's own marks, each a control character. */
const isMark = (token: string) => token.length === 1 && token < ' '
