import { spokenOf } from '../../core/catalog/languages.ts'
import type { Plan } from '../../core/catalog/plans.ts'

interface SandboxWords {
  readonly language: string
  readonly note: string
  readonly portal: string
  readonly portalLead: string
  readonly cancel: string
  subscribe(plan: Plan): string
  price(plan: Plan): string
  readonly pay: string
  readonly back: string
}

const ENGLISH: SandboxWords = {
  language: 'en',
  note: 'Sandbox: this server has no payment provider. Nothing is charged.',
  portal: 'Manage your subscription',
  portalLead: 'Cancel the subscription and go back to the free plan.',
  cancel: 'Cancel subscription',
  subscribe: ({ name }) => `Subscribe to ${name}`,
  price: ({ monthlyPrice }) => `$${monthlyPrice} a month.`,
  pay: 'Pay with the sandbox',
  back: 'Back',
}

const GERMAN: SandboxWords = {
  language: 'de',
  note: 'Testumgebung: Dieser Server hat keinen Zahlungsanbieter. Es wird nichts berechnet.',
  portal: 'Abonnement verwalten',
  portalLead: 'Das Abonnement kündigen und zum kostenlosen Tarif zurückkehren.',
  cancel: 'Abonnement kündigen',
  subscribe: ({ name }) => `Tarif ${name} abonnieren`,
  price: ({ monthlyPrice }) => `${monthlyPrice} $ im Monat.`,
  pay: 'In der Testumgebung bezahlen',
  back: 'Zurück',
}

/** In the first of the browser's languages that the product supports. */
export function sandboxWords(acceptLanguage: string | null): SandboxWords {
  return spokenOf((acceptLanguage ?? '').split(',')) === 'de' ? GERMAN : ENGLISH
}
