import { sentence } from '../../../core/catalog/sentence.ts'
import type { Connector, ConnectorContext, Endpoint } from '../../ports/connector.ts'
import { VENDORS } from '../../ports/vendors.ts'
import { type Clock, systemClock } from '../vendor-api/clock.ts'
import { lingeringSignal } from '../vendor-api/lingering-signal.ts'
import type { RetryPolicy } from '../vendor-api/retry-policy.ts'
import { tryStages } from '../vendor-api/try-stages.ts'
import { EmailDestination } from './email-destination.ts'
import { emailSettings } from './email-settings.ts'
import type { EmailVendor } from './email-vendor.ts'
import { makeSendGrid } from './sendgrid.ts'
import { makeSmtp2go } from './smtp2go.ts'

/** Short, because a person waits for the test. */
const HASTY: RetryPolicy = { retries: 0, base: 0, longest: 0 }

/** @param clock for tests */
export function makeEmailConnector(clock: Clock): Connector {
  return {
    type: 'email',

    test: (endpoint, _capability, context) =>
      tryStages(['sign-in', 'write'], 'The mail service', context.signal, async (stage, signal) => {
        await stage('sign-in', async () => {
          const apiKey = String(endpoint.credentials['api_key'] ?? '')
          const vendor = vendorOf(endpoint, context, { apiKey, signal, clock, retries: HASTY })
          return { detail: await vendor.check() }
        })
        await stage('write', async () => {
          const { to } = emailSettings(endpoint)
          return {
            detail:
              to.length === 1
                ? sentence`to 1 recipient; a test sends nothing`
                : sentence`to ${to.length} recipients; a test sends nothing`,
          }
        })
      }),

    // Mail can only be sent, not read.
    discover: async () => [],

    openDestination: async (endpoint, context) => {
      const settings = emailSettings(endpoint)
      const signal = lingeringSignal(context.signal)
      const vendor = vendorOf(endpoint, context, { apiKey: settings.apiKey, signal, clock })
      return new EmailDestination(vendor, settings, context)
    },
  }
}

interface VendorSettings {
  readonly apiKey: string
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly retries?: RetryPolicy
}

function vendorOf({ integration }: Endpoint, { vendors }: ConnectorContext, options: VendorSettings): EmailVendor {
  const name = integration === 'smtp2go' ? 'smtp2go' : 'sendgrid'
  const address = vendors.addresses[name] ?? VENDORS[name].address
  return name === 'smtp2go' ? makeSmtp2go({ ...options, address }) : makeSendGrid({ ...options, address })
}

export const emailConnector = makeEmailConnector(systemClock)
