const OPENING = /['"?]|--|\/\*|\$\w*\$/g
const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '--': '\n', '/*': '*/' }

/** Whether SQL contains a `?`, outside of texts, names and comments. Its time grows with the length alone, whatever the text is. */
export function hasGap(sql: string): boolean {
  const dollars = lastDollarQuotes(sql)
  const lastComment = sql.lastIndexOf('*/')
  OPENING.lastIndex = 0
  for (let found = OPENING.exec(sql); found; found = OPENING.exec(sql)) {
    const [opening] = found
    if (opening === '?') return true
    const closing = CLOSING[opening] ?? opening
    const from = found.index + opening.length
    if (opening === '/*' && lastComment < from) continue
    if (opening.startsWith('$') && (dollars.get(opening) ?? 0) < from) {
      // Its last sign may begin another quotation.
      OPENING.lastIndex = from - 1
      continue
    }
    const end = sql.indexOf(closing, from)
    // A text or a comment that does not end goes on to the end.
    if (end < 0) return false
    OPENING.lastIndex = end + closing.length
  }
  return false
}

/** Where each mark of a dollar quotation stands for the last time. */
const lastDollarQuotes = (sql: string): ReadonlyMap<string, number> =>
  new Map([...sql.matchAll(/\$(?=(\w*)\$)/g)].map(({ index, 1: tag = '' }) => [`$${tag}$`, index]))
