/** Where this application is served from. */
export interface Site {
  /** Scheme, host and port of its pages. */
  readonly origin: string
}
