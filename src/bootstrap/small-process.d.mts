export declare const SMALL_PROCESS: {
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}
