import type { Socket } from 'node:net'

/** The SSH server of a connection, and our credentials there. */
export interface TunnelSettings {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string | undefined
  /** PEM or OpenSSH format. */
  readonly privateKey: string | undefined
  readonly passphrase: string | undefined
  /** `SHA256:…`, the fingerprint of the server's host key. Without it there is no sign-in. */
  readonly hostKey: string | undefined
}

/** An address that the policy has allowed; the socket uses it without another resolution, so that the name cannot change its address. */
export interface CheckedAddress {
  readonly host: string
  readonly address: string
}

/** The only way out: every connection to an outside system is opened here. */
export interface Dialler {
  /** The allowed addresses of a host, in the resolver's order. @throws ConnectorError */
  resolve(host: string, signal: AbortSignal): Promise<readonly CheckedAddress[]>
  /** Opens a TCP connection to the first address that answers; see `firstToAnswer`. @throws ConnectorError */
  connect(addresses: readonly CheckedAddress[], port: number, signal: AbortSignal): Promise<Socket>
  /** A way out through an SSH server, which is dialled by the same rules. @throws ConnectorError */
  through(tunnel: TunnelSettings, signal: AbortSignal): Promise<TunnelDialler>
}

/** The SSH server resolves its addresses and connects to them. */
export interface TunnelDialler extends Omit<Dialler, 'through'> {
  /** Also ends the connections through it. */
  close(): void
}
