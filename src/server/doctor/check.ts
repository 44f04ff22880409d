/** What a check has seen. A warning lets Millrace work, but somebody should know. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'failed'
  /** A sentence without secrets. */
  readonly found: string
  /** What to do, in a sentence; absent when nothing has to be done. */
  readonly fix?: string
}

/** One thing that a start or a day of work needs. */
export interface Check {
  readonly name: string
  readonly look: () => Finding | Promise<Finding>
}

export const ok = (found: string): Finding => ({ state: 'ok', found })
export const warning = (found: string, fix: string): Finding => ({ state: 'warning', found, fix })
export const failed = (found: string, fix: string): Finding => ({ state: 'failed', found, fix })
