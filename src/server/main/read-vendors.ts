import { defined } from '../../core/catalog/defined.ts'
import { VENDOR_NAMES, VENDORS, type VendorAccess } from '../../engine/ports/vendors.ts'
import type { VariableReader } from '../host/variable-reader.ts'
import type { Config } from './config.ts'
import { parseHttpUrl } from './variable-forms.ts'
import type { VariableName } from './variables.ts'

type Reader = VariableReader<VariableName>

const URL_FORM = 'a URL such as http://127.0.0.1:9000'

export function readGoogle(read: Reader): Config['google'] {
  const client = read.together(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const baseUrl = read.parsed('GOOGLE_BASE_URL', URL_FORM, parseHttpUrl)
  return client && { clientId: client[0], clientSecret: client[1], ...defined({ baseUrl }) }
}

export function readStripe(read: Reader): Config['stripe'] {
  const secrets = read.together(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
  const baseUrl = read.parsed('STRIPE_BASE_URL', URL_FORM, parseHttpUrl)
  return secrets && { secretKey: secrets[0], webhookSecret: secrets[1], ...defined({ baseUrl }) }
}

export function readVendorAddresses(read: Reader): VendorAccess['addresses'] {
  const addresses = VENDOR_NAMES.map((name) => [name, read.parsed(VENDORS[name].variable, URL_FORM, parseHttpUrl)])
  return Object.fromEntries(addresses.filter(([, address]) => address !== undefined))
}
/** Whether the operator leaves them on. */
export const readStandIns = (read: Reader): boolean =>
  read.parsed('STAND_INS', 'on or off', (text) => ['on', 'off'].find((known) => known === text)) !== 'off'
