export declare const NODE_HASHES: {
  readonly version: string
  readonly programs: Readonly<Record<string, string>>
}
export declare function verifyNode(options?: {
  readonly file?: string
  readonly platform?: string
  readonly stamp?: string
}): Promise<void>
