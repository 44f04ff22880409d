import type { Log } from '../ports/log.ts'
import type { Config } from './config.ts'

/** Who vouches for the people who sign in. */
export type AuthSettings =
  | { readonly kind: 'emulator'; readonly origin: string; readonly projectId: string }
  | { readonly kind: 'firebase'; readonly projectId: string; readonly apiKey: string; readonly authDomain: string }

export interface ComposeOptions {
  readonly config: Config
  readonly databaseUrl: string
  readonly auth: AuthSettings
  /** 32 bytes. */
  readonly masterKey: Uint8Array
  /** The folder of the built client. */
  readonly clientFolder: string
  readonly log: Log
}

/** The server's inside, free of processes, ports and signals. */
export interface Application {
  fetch(request: Request): Response | Promise<Response>
  /** Settles when migrations are done and the worker runs. */
  start(): Promise<void>
  /** Settles when nothing of it uses the database any more. */
  stop(): Promise<void>
}

export type Compose = (options: ComposeOptions) => Promise<Application>
