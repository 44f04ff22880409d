import {
  COMPARISONS,
  type Comparison,
  type Condition,
  type Group,
  type Join,
  type Literal,
  MISSING,
  type Rule,
} from './condition.ts'
import { readPattern } from './read-pattern.ts'
import { RESERVED_WORDS } from './reserved-words.ts'
import { type Token, tokensOf } from './sql-tokens.ts'

/** The reason why a condition can be shown only as SQL. */
export type Obstacle = 'comment' | 'nesting' | 'pattern' | 'other'

export type ReadCondition = { readonly condition: Condition } | { readonly obstacle: Obstacle }

/** A condition in the builder's form, if possible: the output of `writeCondition`, and the simple forms that people write. */
export function readCondition(sql: string): ReadCondition {
  const tokens = tokensOf(sql)
  if (tokens.length === 0) return { condition: { join: 'and', items: [] } }
  // The builder would lose it.
  if (tokens.some(({ kind }) => kind === 'comment')) return { obstacle: 'comment' }
  try {
    return { condition: conditionOf(new Reader(tokens).all()) }
  } catch (error) {
    if (error instanceof Unshown) return { obstacle: error.obstacle }
    throw error
  }
}

/** Never leaves this file: ends the parsing at any point. */
class Unshown extends Error {
  readonly obstacle: Obstacle
  constructor(obstacle: Obstacle) {
    super(obstacle)
    this.obstacle = obstacle
  }
}

type Node = Rule | { readonly inside: Node } | { readonly join: Join; readonly nodes: readonly Node[] }

/** Nobody nests so deeply, and each level is a call. */
const DEEPEST = 50

class Reader {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  all(): Node {
    const node = this.#joined('or', () => this.#joined('and', () => this.#one()))
    if (this.#at < this.#tokens.length) throw new Unshown('other')
    return node
  }

  #joined(join: Join, next: () => Node): Node {
    const nodes = [next()]
    while (this.#takesWord(join)) nodes.push(next())
    const [only] = nodes
    return nodes.length === 1 && only ? only : { join, nodes }
  }

  #one(): Node {
    if (!this.#takesSign('(')) return this.#rule()
    if (++this.#depth > DEEPEST) throw new Unshown('nesting')
    const inside = this.#joined('or', () => this.#joined('and', () => this.#one()))
    this.#depth--
    this.#expectSign(')')
    return { inside }
  }

  #rule(): Rule {
    const column = this.#column()
    for (const [operator, sign] of Object.entries(COMPARISONS) as [Comparison, string][]) {
      if (this.#takesSign(sign) || (operator === 'differs' && this.#takesSign('!='))) {
        return { column, operator, values: [this.#literal()], ignoresCase: false }
      }
    }
    if (this.#takesWord('is')) {
      const operator = this.#takesWord('not') ? 'has-value' : 'has-none'
      this.#expectWord('null')
      return { column, operator, values: [], ignoresCase: false }
    }
    const isNot = this.#takesWord('not')
    if (this.#takesWord('in')) {
      return { column, operator: isNot ? 'none-of' : 'one-of', values: this.#list(), ignoresCase: false }
    }
    if (!isNot && this.#takesWord('between')) {
      const from = this.#literal()
      this.#expectWord('and')
      return { column, operator: 'between', values: [from, this.#literal()], ignoresCase: false }
    }
    if (this.#takesWord('like')) return this.#like(column, isNot, false)
    if (this.#takesWord('ilike')) return this.#like(column, isNot, true)
    throw new Unshown('other')
  }

  #like(column: string, isNot: boolean, ignoresCase: boolean): Rule {
    const parts = [this.#literal()]
    while (this.#takesSign('||')) parts.push(this.#literal())
    const escapeSign = this.#takesWord('escape') ? this.#literal().text : ''
    const pattern = readPattern(parts, escapeSign)
    if (!pattern || (isNot && pattern.operator !== 'contains')) throw new Unshown('pattern')
    const { operator, value } = pattern
    return { column, operator: isNot ? 'lacks' : operator, values: [value], ignoresCase }
  }

  #list(): readonly Literal[] {
    this.#expectSign('(')
    const values = [this.#literal()]
    while (this.#takesSign(',')) values.push(this.#literal())
    this.#expectSign(')')
    // Its values are in separate lines.
    if (values.some(({ text }) => /[\r\n]/.test(text))) throw new Unshown('other')
    return values
  }

  #column(): string {
    if (this.#takesSign('?')) return ''
    const token = this.#next()
    if (token?.kind === 'name' && token.text !== '') return token.text
    if (token?.kind === 'word' && !RESERVED_WORDS.has(token.text.toLowerCase())) return token.text
    throw new Unshown('other')
  }

  #literal(): Literal {
    if (this.#takesSign('?')) return MISSING
    const sign = this.#takesSign('-') ? '-' : ''
    const token = this.#next()
    if (token?.kind === 'number') return { kind: 'number', text: `${sign}${token.text}` }
    if (token?.kind === 'text' && sign === '') return { kind: 'text', text: token.text }
    const word = token?.kind === 'word' && sign === '' ? token.text.toLowerCase() : ''
    if (word === 'true' || word === 'false') return { kind: 'boolean', text: word }
    throw new Unshown('other')
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++]
  }

  #takes(kind: Token['kind'], text: string): boolean {
    const token = this.#tokens[this.#at]
    const isIt = token?.kind === kind && token.text.toLowerCase() === text
    if (isIt) this.#at++
    return isIt
  }

  #takesWord(word: string): boolean {
    return this.#takes('word', word)
  }

  #takesSign(sign: string): boolean {
    return this.#takes('sign', sign)
  }

  #expectWord(word: string): void {
    if (!this.#takesWord(word)) throw new Unshown('other')
  }

  #expectSign(sign: string): void {
    if (!this.#takesSign(sign)) throw new Unshown('other')
  }
}

function conditionOf(node: Node): Condition {
  if ('nodes' in node) return { join: node.join, items: node.nodes.map(itemOf) }
  return { join: 'and', items: [itemOf(node)] }
}

function itemOf(node: Node): Rule | Group {
  const inner = withoutParentheses(node)
  return 'nodes' in inner ? { join: inner.join, rules: inner.nodes.map(ruleOf) } : inner
}

function ruleOf(node: Node): Rule {
  const inner = withoutParentheses(node)
  if ('nodes' in inner) throw new Unshown('nesting')
  return inner
}

type Bare = Exclude<Node, { readonly inside: Node }>

const withoutParentheses = (node: Node): Bare => ('inside' in node ? withoutParentheses(node.inside) : node)
