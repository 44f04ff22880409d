import { type Literal, MISSING, type Pattern } from './condition.ts'

interface ReadPattern {
  readonly operator: Exclude<Pattern, 'lacks'>
  readonly value: Literal
}

/** The text of a LIKE pattern whose `%` are only at its ends. @param parts joined by `||` if the text is missing */
export function readPattern(parts: readonly Literal[], escapeSign: string): ReadPattern | undefined {
  const gap = parts.findIndex(({ kind }) => kind === 'missing')
  if (gap < 0) {
    const [pattern, ...others] = parts
    return pattern?.kind === 'text' && others.length === 0 ? readText(pattern.text, escapeSign) : undefined
  }
  const around = [...parts.slice(0, gap), ...parts.slice(gap + 1)]
  if (around.length > 2 || around.some(({ text }) => text !== '%')) return undefined
  const operator = operatorOf(gap === 1, parts.length > gap + 1)
  return operator && { operator, value: MISSING }
}

const operatorOf = (isOpenBefore: boolean, isOpenAfter: boolean): ReadPattern['operator'] | undefined => {
  if (isOpenBefore) return isOpenAfter ? 'contains' : 'ends-with'
  return isOpenAfter ? 'starts-with' : undefined
}

function readText(pattern: string, escapeSign: string): ReadPattern | undefined {
  let text = ''
  const wild: number[] = []
  const characters = [...pattern]
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? ''
    if (character === '_' && escapeSign !== '_') return undefined
    if (escapeSign !== '' && character === escapeSign) {
      const escaped = characters[++at]
      if (escaped === undefined) return undefined
      text += escaped
    } else if (character === '%') wild.push(at)
    else text += character
  }
  const isOpenBefore = wild[0] === 0
  const isOpenAfter = wild.includes(characters.length - 1) && characters.length > 1
  if (wild.length !== Number(isOpenBefore) + Number(isOpenAfter) || text === '') return undefined
  const operator = operatorOf(isOpenBefore, isOpenAfter)
  return operator && { operator, value: { kind: 'text', text } }
}
