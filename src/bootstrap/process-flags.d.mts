export declare const NODE_PROCESS: {
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}
