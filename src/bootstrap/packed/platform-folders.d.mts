export interface Place {
  readonly platform?: NodeJS.Platform
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly home?: string
}

export declare function platformFolders(place?: Place): { readonly data: string; readonly cache: string }
