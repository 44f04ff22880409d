/** How the names of a story are written. */
export type Naming = (name: string) => string

export const asTheyAre: Naming = (name) => name

/** As long as people make them, and with a word that has no place to break. */
export const long: Naming = (name) =>
  `${name} of the subsidiary for agricultural machinery, quarterly_reconciliation_of_intercompany_balances_v2_final`
