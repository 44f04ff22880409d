/** Placeholders for a subject or a body; `docs/connectors/email.md` documents the same. */
export interface MessageFacts {
  readonly flow: string
  readonly entity: string
  readonly rows: string
  /** The date of the run's start, in UTC: `2024-03-31`. */
  readonly date: string
  /** `23:59` */
  readonly time: string
}

export const PLACEHOLDERS = [
  'flow',
  'entity',
  'rows',
  'date',
  'time',
] as const satisfies readonly (keyof MessageFacts)[]

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** The first unknown placeholder. */
export const unknownPlaceholder = (template: string): string | undefined =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name).find((name) => !isKnown(name))

export const fillTemplate = (template: string, facts: MessageFacts): string =>
  template.replace(PLACEHOLDER, (whole, name: string) => (isKnown(name) ? facts[name] : whole))

const isKnown = (name: string): name is keyof MessageFacts => (PLACEHOLDERS as readonly string[]).includes(name)
