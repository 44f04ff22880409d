export interface Plan {
  readonly id: string
  readonly name: string
  /** In whole US dollars a month, for display; the payment provider's price with the same name is charged. */
  readonly monthlyPrice: number
  /** Rows written per month that the price includes; exceeding it is shown, never blocked. */
  readonly includedRows: number
  readonly summary: string
}

/** The plans on offer, cheapest first. The id is also the lookup key of the price at the payment provider. */
export const PLANS = [
  {
    id: 'free',
    name: 'Free',
    monthlyPrice: 0,
    includedRows: 10_000_000,
    summary: 'For trying things out and small flows.',
  },
  {
    id: 'team',
    name: 'Team',
    monthlyPrice: 90,
    includedRows: 500_000_000,
    summary: 'For a team whose reports depend on it.',
  },
  {
    id: 'business',
    name: 'Business',
    monthlyPrice: 450,
    includedRows: 5_000_000_000,
    summary: 'For data that the business runs on.',
  },
] as const satisfies readonly Plan[]

export type PlanId = (typeof PLANS)[number]['id']

export const planOf = (id: string): Plan => PLANS.find((plan) => plan.id === id) ?? PLANS[0]
