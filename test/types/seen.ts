/** What became of one value on its way from one system to another, as it was seen on both sides. */
export interface SeenValue {
  readonly before: string | null
  readonly after: string | null
  /** Why it was refused; then there is no `after`. */
  readonly rule?: string
}

export interface SeenColumn {
  readonly type: string
  /** What the column holds, whatever system it is in. */
  readonly kind: string
  readonly seen: Readonly<Record<string, { readonly type: string | undefined; readonly values: readonly SeenValue[] }>>
}

/** How long a value is shown. */
const SHOWN = 28

const shown = (text: string | null) => {
  if (text === null) return 'NULL'
  const plain = text.replace(/[\p{Cc}\p{Cf}|`]/gu, '␣')
  return `\`${plain.length > SHOWN ? `${plain.slice(0, SHOWN)}…` : plain || ' '}\``
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** One table: a line for each type of a source, a column for each destination. */
export function typeTable(columns: readonly SeenColumn[], destinations: readonly string[]): readonly string[] {
  return [
    row(['type', 'holds', ...destinations]),
    row(['---', '---', ...destinations.map(() => '---')]),
    ...columns.map(({ type, kind, seen }) =>
      row([`\`${type.replaceAll('|', '\\|')}\``, kind, ...destinations.map((name) => cellOf(seen[name]))]),
    ),
  ]
}

function cellOf(column: SeenColumn['seen'][string] | undefined): string {
  const { type, values = [] } = column ?? {}
  const refused = values.filter(({ rule }) => rule !== undefined)
  const changed = values.find(({ before, after, rule }) => rule === undefined && before !== after)
  const rules = [...new Set(refused.map(({ rule }) => rule))]
  return [
    type === undefined ? 'nothing' : `\`${type}\``,
    ...(refused.length === values.length
      ? []
      : [changed ? `${shown(changed.before)} is ${shown(changed.after)}` : 'as it was']),
    ...rules.map((rule) => {
      const examples = refused.filter((value) => value.rule === rule)
      return `refuses ${shown(examples[0]?.before ?? null)}${examples.length > 1 ? ' and others' : ''}: ${rule}`
    }),
  ].join('; ')
}
