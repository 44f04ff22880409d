/** What a subject or a body may say about its run; `docs/connectors/email.md` tells people the same. */
export interface MessageFacts {
  readonly flow: string
  readonly entity: string
  readonly rows: string
  /** Of the run's start, in UTC: `2024-03-31`. */
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

/** The first name in braces that means nothing. */
export const unknownPlaceholder = (template: string): string | undefined =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name).find((name) => !isKnown(name))

export const fillTemplate = (template: string, facts: MessageFacts): string =>
  template.replace(PLACEHOLDER, (whole, name: string) => (isKnown(name) ? facts[name] : whole))

const isKnown = (name: string): name is keyof MessageFacts => (PLACEHOLDERS as readonly string[]).includes(name)
