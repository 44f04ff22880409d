/** How the names of a story look. */
export type Naming = (name: string) => string

export const asTheyAre: Naming = (name) => name

/** As long as people make them, including a word that cannot break. */
export const long: Naming = (name) =>
  `${name} of the subsidiary for agricultural machinery, quarterly_reconciliation_of_intercompany_balances_v2_final`
