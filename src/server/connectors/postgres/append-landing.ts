import type { Landing } from './landing.ts'
import type { RelationName } from './relation-name.ts'
import { sqlName } from './relation-name.ts'

/** Rows go straight into the table, and nobody sees them before the transaction commits. Readers and writers are never blocked. */
export const appendLanding = (target: RelationName): Landing => ({
  staging: sqlName(target),
  isNew: false,
  async stage() {},
  async build() {},
  async show() {},
})
