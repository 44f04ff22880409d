import { startVendorServer, type VendorServer } from '../../src/stand-ins/vendor-server.ts'

const JSON_TYPE = { 'content-type': 'application/json; charset=UTF-8' }
const SERVICE_ACCOUNT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** Google signs people and services in at one address; the stand-ins know one kind each. @returns what hands each on to its own */
export const startSignInSwitch = (ofPeople: string, ofServices: string): Promise<VendorServer> =>
  startVendorServer(async ({ method, path, headers, body }) => {
    const isService = new URLSearchParams(body.toString()).get('grant_type') === SERVICE_ACCOUNT
    const call = { method, headers: { 'content-type': headers['content-type'] ?? '' }, body: new Uint8Array(body) }
    try {
      const response = await fetch(`${isService ? ofServices : ofPeople}${path}`, call)
      // As it is: what was cut on its way here stays cut.
      return { status: response.status, headers: JSON_TYPE, body: Buffer.from(await response.arrayBuffer()) }
    } catch {
      return { status: 502 }
    }
  })
