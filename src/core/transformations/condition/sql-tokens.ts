/** A token of a condition, without quotes. */
export interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'comment' | 'other'
  readonly text: string
}

const PATTERN = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<comment>--|/\*)`,
    `'(?<text>(?:[^']|'')*)'`,
    `"(?<name>(?:[^"]|"")*)"`,
    String.raw`(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_]))`,
    String.raw`(?<word>[\p{L}_][\p{L}\p{N}_$]*)`,
    String.raw`(?<sign><>|!=|<=|>=|\|\||[<>=(),?-])`,
    String.raw`(?<other>[\s\S])`,
  ].join('|'),
  'gu',
)

/** Splits SQL into tokens, as far as the builder's conditions need; all other tokens are `other`. */
export const tokensOf = (sql: string): readonly Token[] =>
  [...sql.matchAll(PATTERN)].flatMap(({ groups = {} }): readonly Token[] => {
    const [kind, text] = Object.entries(groups).find(([, part]) => part !== undefined) ?? []
    if (kind === undefined || kind === 'space' || text === undefined) return []
    return [{ kind: kind as Token['kind'], text: unquoted(kind, text) }]
  })

function unquoted(kind: string, text: string): string {
  if (kind === 'text') return text.replaceAll("''", "'")
  return kind === 'name' ? text.replaceAll('""', '"') : text
}
