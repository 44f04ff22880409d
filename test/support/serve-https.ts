import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { makeCertificate } from './postgres/certificate.ts'

export interface HttpsServer {
  /** `https://localhost:…` */
  readonly origin: string
  stop(): Promise<void>
}

/** Serves over https on a free port, with a certificate that this process trusts until the server stops. */
export async function serveHttps(listener: RequestListener): Promise<HttpsServer> {
  const authority = {
    commonName: 'Test authority',
    ...makeCertificate({ commonName: 'Test authority', authority: true }),
  }
  const { certificate, key } = makeCertificate({ commonName: 'localhost', names: ['localhost'], issuer: authority })
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, authority.certificate])
  const server = createServer({ cert: certificate, key }, listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      setDefaultCACertificates(trusted)
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
